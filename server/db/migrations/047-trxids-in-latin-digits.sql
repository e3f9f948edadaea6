-- Bangla digits are digits (contract/store.ts): a TrxID that was accepted in them counts in either spelling from here on. Where both
-- spellings were accepted it stays as it is; both are found by either, and flagged for a person to look at.
do $$
declare
  one record;
  latin text;
begin
  for one in select id, trx_id from transactions where trx_id ~ '[০-৯]' order by id loop
    latin := translate(one.trx_id, '০১২৩৪৫৬৭৮৯', '0123456789');
    insert into money_terms (list, term, row_id) values ('transactions', lower(latin), one.id) on conflict do nothing;
    begin
      update transactions set trx_id = latin where id = one.id;
    exception when unique_violation then
      null;
    end;
  end loop;
end $$;
