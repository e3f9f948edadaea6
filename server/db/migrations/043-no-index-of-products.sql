-- Orders are filtered by package, also those of one product: nothing reads this index, and every order and each of its moves wrote it.
drop index orders_product;
