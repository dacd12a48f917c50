"""What a deal is worth: annonces, the points of the plis, what is written, who wins the partie, and renonces."""
