-- What a gateway's answer has to say for a text message to count as sent: a status alone is what many gateways refuse with, too.
alter table settings
  add column sms_accepted_field text not null default '' check (length(sms_accepted_field) <= 120),
  add column sms_accepted text not null default '' check (length(sms_accepted) <= 200);
