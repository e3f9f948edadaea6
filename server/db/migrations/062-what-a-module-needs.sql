-- A module that does nothing by itself says beside which other one it acts. Texts that a super admin has changed stay.
update auth_modules m set description = new.description
from (values
  ('Cancel orders and refund the customer', 'Cancel orders and refund the customer; needs ‘Work on orders’'),
  ('Cancel product orders and refund the customer', 'Cancel product orders and refund the customer; needs ‘Work on product orders’'),
  ('Change a customer’s wallet by hand', 'Change a customer’s wallet by hand; needs ‘Edit customers’'),
  ('Set a customer’s password', 'Set a customer’s password; needs ‘Edit customers’'),
  ('Ban customers and lift a ban', 'Ban customers and lift a ban; needs ‘Edit customers’'),
  ('See everybody’s work and cash in a period', 'See everybody’s work and cash in a period; of orders, those of his packages')
) as new (was, description)
where m.description = new.was;
