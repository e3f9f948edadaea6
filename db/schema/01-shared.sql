-- What every subject builds on. Runs on PostgreSQL 15 and newer.

create extension if not exists pg_trgm;

-- An amount in tk: exact, two decimals.
create domain tk as numeric(14, 2);
