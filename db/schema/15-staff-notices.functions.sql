create or replace trigger staff_channels_act before insert or update or delete on staff_channels
  for each statement execute function guard_act('secrets');
create or replace trigger staff_receivers_act before insert or update or delete on staff_receivers
  for each statement execute function guard_act('addresses');
