static real force(real stretch) { return 2 * stretch; }
