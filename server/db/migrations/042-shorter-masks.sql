-- Of a code under 12 characters the mask shows at most a quarter. Sealed, a code is 29 bytes longer.
update vouchers
set code_last4 = right(code_last4, greatest(octet_length(code_sealed) - 29, 0) / 4)
where octet_length(code_sealed) - 29 < 12;
