-- The shift sheet reads a few days of all that was ever closed and posted.
create index orders_closed on orders (closed_at) where closed_at is not null;
create index journals_at on journals using brin (at) with (pages_per_range = 32);
