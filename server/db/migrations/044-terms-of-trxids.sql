-- A number and a TrxID that are the same digits share one term: it stays as long as either has it.
create or replace function note_new_number() returns trigger language plpgsql as $$
begin
  delete from money_terms
  where list = tg_table_name and term = regexp_replace(old.number, '[^0-9]', '', 'g') and row_id = old.id
    -- Withdrawals have none.
    and term is distinct from lower(to_jsonb(new) ->> 'trx_id');
  if new.number ~ '[0-9]' then
    insert into money_terms (list, term, row_id)
    values (tg_table_name, regexp_replace(new.number, '[^0-9]', '', 'g'), new.id)
    on conflict do nothing;
  end if;
  return null;
end $$;

-- Where an edit took it away.
insert into money_terms (list, term, row_id)
select 'transactions', trx_id, id
from transactions
where trx_id ~ '^[0-9]+$'
on conflict do nothing;
