#include "ir/Boundary.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

const ImageRow &rowOf(Image image) {
  return *std::ranges::find(imageRows, image, &ImageRow::image);
}

/// Calls visit(factor, term) for all terms of an index, positive terms first.
template <class Term, class Visit>
void forEachTerm(const ImageIndex &index, const Term &i, const Term &n, const Term &one,
                 const Visit &visit) {
  const std::pair<std::int64_t, Term> terms[] = {
      {index.ofIndex, i}, {index.ofExtent, n}, {index.constant, one}};
  for (const auto &[factor, term] : terms)
    if (factor > 0)
      visit(factor, term);
  for (const auto &[factor, term] : {terms[1], terms[2], terms[0]})
    if (factor < 0)
      visit(factor, term);
}

} // namespace

ExprPtr ImageIndex::at(const ExprPtr &i, const ExprPtr &n) const {
  ExprPtr sum;
  forEachTerm(*this, i, n, makeInt(1), [&](std::int64_t factor, const ExprPtr &term) {
    const auto times = [&](std::int64_t by) {
      return by == 1 ? term : makeOp(Op::Mul, {makeInt(by), term});
    };
    sum = !sum ? times(factor)
               : makeOp(factor < 0 ? Op::Sub : Op::Add, {sum, times(std::abs(factor))});
  });
  return sum ? sum : makeInt(0);
}

std::string ImageIndex::text(const std::string &i, const std::string &n) const {
  std::string sum;
  forEachTerm(*this, i, n, std::string(), [&](std::int64_t factor, const std::string &term) {
    const std::string size = std::to_string(std::abs(factor));
    const std::string sign = factor < 0 ? (sum.empty() ? "-" : " - ") : (sum.empty() ? "" : " + ");
    sum += sign + (term.empty() ? size : std::abs(factor) == 1 ? term : size + " * " + term);
  });
  return sum.empty() ? "0" : sum;
}

Rule Rule::ofAxis(bool isRing, SourceRange where) {
  return {isRing ? Image::Wrap : Image::None, {}, {}, {}, std::move(where), {}};
}

Rule Rule::writtenOut(bool isRing) const {
  Rule rule = ofAxis(isRing, where);
  rule.written = print(*this);
  return rule;
}

bool Rule::isKnownToSteps() const {
  if (!hasImage())
    return !value || value->paramsOnly;
  return hasImageOnly() && rowOf(image).isKnownToSteps;
}

ImageIndex Rule::imageIndex(bool isLow) const {
  return isLow ? rowOf(image).low : rowOf(image).high;
}

Rule Rule::ofNextPoint() const {
  Rule rule = *this;
  if (image == Image::Clamp && hasImageOnly()) {
    rule.image = Image::Mirror; // the image of the last point
    rule.written = print(*this);
  }
  return rule;
}

const RuleWord &ruleWord(std::string_view name, int arguments) {
  return *std::ranges::find_if(ruleWords, [&](const RuleWord &word) {
    return word.name == name && word.arguments() == arguments;
  });
}

std::string ruleExamples(const std::string &conjunction) {
  std::string text;
  for (const RuleWord &word : ruleWords)
    text += std::string(&word == ruleWords                 ? ""
                        : &word + 1 == std::end(ruleWords) ? " " + conjunction + " "
                                                           : ", ") +
            "'" + word.example + "'";
  return text;
}

std::string print(const Rule &rule) {
  if (!rule.written.empty())
    return rule.written;
  const auto says = [&](const RuleWord &word) {
    return word.image == rule.image &&
           std::ranges::all_of(std::array{&Rule::value, &Rule::factor, &Rule::slope},
                               [&](RuleWord::Part part) {
                                 return !(rule.*part) ||
                                        std::ranges::find(word.parts, part) != std::end(word.parts);
                               });
  };
  const auto *const word = std::ranges::find_if(ruleWords, says);
  if (!rule.isGiven() || word == std::end(ruleWords))
    return "none";
  std::string values;
  for (const RuleWord::Part part : word->given())
    values += (values.empty() ? "" : ", ") +
              (rule.*part ? printShort(rule.*part) : std::to_string(RuleWord::usual(part)));
  return word->name + (values.empty() ? "" : "(" + values + ")");
}

} // namespace eulerc::compiler
