-- '008801…' is '+8801…', and is written so from here on (contract/phone.ts), so that phone_key knows one telephone in all of its
-- spellings. Whoever shares his with another living customer keeps his spelling: which of the two he is, only a person can say.
update users u set phone = '+' || substr(u.phone_digits, 3)
where u.deleted_at is null and u.phone_digits like '008801%'
  and not exists (
    select from users o
    where o.deleted_at is null and phone_key(o.phone_digits) = phone_key(substr(u.phone_digits, 3))
  );
