-- Of a TrxID its letters and digits alone count (contract/store-texts.ts): one of old that was kept with hyphens, a full stop or control
-- characters could be given a second time. It is written as one that comes in today, where that is English letters and digits and nobody
-- has it at the payment method. Where somebody has, it stays as it is. The plain spelling is a term of either.
do $$
declare
  one record;
begin
  for one in
    select * from (
      select id, trx_id, regexp_replace(
        translate(normalize(trx_id, nfkc), '০১২৩৪৫৬৭৮৯', '0123456789'),
        '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u0964-\u0965\u1680\u2000-\u206F\u2800]', '', 'g') as plain
      from transactions
      where trx_id ~ '[^A-Za-z0-9]'
    ) as spelled
    where plain <> trx_id and plain ~ '^[A-Za-z0-9]+$'
    order by id
  loop
    insert into money_terms (list, term, row_id) values ('transactions', lower(one.plain), one.id) on conflict do nothing;
    begin
      update transactions set trx_id = one.plain where id = one.id;
    exception when unique_violation then
      null;
    end;
  end loop;
end $$;

-- Those that stayed as they were are few, and no more are added.
drop index transactions_trx_id_bangla;
create index transactions_trx_id_odd on transactions (
  regexp_replace(
    translate(lower(trx_id), '০১২৩৪৫৬৭৮৯', '0123456789'),
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u0964-\u0965\u1680\u2000-\u206F\u2800]', '', 'g')
) where trx_id ~ '[^A-Za-z0-9]';
