-- TrxIDs are kept as contract/trx-id.ts reads them. Rows from before it may have other spellings.
alter table transactions add constraint transactions_trx_id_plain check (trx_id ~ '^[A-Z0-9]+$') not valid;
drop index transactions_trx_id_odd;

-- A TrxID without the letters that are read as digits: O as 0, I and L as 1.
create function trx_look(p_trx_id text) returns text language sql immutable parallel safe
  return translate(upper(p_trx_id), 'OIL', '011');

-- By the beginning, which also finds the whole one, and by the end.
create index transactions_trx_look on transactions (trx_look(trx_id) collate "C") where trx_id is not null;
create index transactions_trx_look_end on transactions (reverse(trx_look(trx_id)) collate "C") where trx_id is not null;
