-- Requires PostgreSQL 15 or newer.

create extension if not exists pg_trgm;

create domain tk as numeric(14, 2);
