-- A TrxID of old that was kept with blanks, unseen marks or other spellings of its letters could be given a second time as it is seen: it
-- is written as one that comes in today (contract/plain.ts), where that is English letters and nobody has it at the payment method. Where
-- somebody has, it stays as it is. The plain spelling is a term of either.
do $$
declare
  one record;
begin
  for one in
    select * from (
      select id, trx_id, translate(
        regexp_replace(
          normalize(
            regexp_replace(
              trx_id,
              '[\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890-\u0891\u08E2\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F'
                '\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F'
                '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
              '', 'g'),
            nfkc),
          '[\u0009-\u000D\u0020\u1680\u2028\u2029]', '', 'g'),
        '০১২৩৪৫৬৭৮৯', '0123456789') as plain
      from transactions
      where trx_id ~ '[^!-~]'
    ) as spelled
    where plain <> trx_id and plain ~ '^[\u0001-\u007F]+$'
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
