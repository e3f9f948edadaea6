-- Of two years there are millions of seals: the one in which a far page begins is found by its running total.
create index audit_seals_total on audit_seals (total);
