"""What ``build_site`` puts together before Sphinx reads it: the pages of docs/, and pages made from the code."""
