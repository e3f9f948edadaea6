-- A row is found by each number that it had: whoever writes another number over a customer's would otherwise hide that the same payment
-- comes in a second time.
create or replace function note_new_number() returns trigger language plpgsql as $$
begin
  if new.number ~ '[0-9]' then
    insert into money_terms (list, term, row_id)
    values (tg_table_name, regexp_replace(new.number, '[^0-9]', '', 'g'), new.id)
    on conflict do nothing;
  end if;
  return null;
end $$;
