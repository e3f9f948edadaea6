import type { Texts } from '../ui/text/i18n.ts'

/** /product-order. */
export const texts: Texts = {
  Address: 'ঠিকানা',
  'Being packed or on its way; no money moves': 'প্যাক হচ্ছে বা পথে আছে; কোনো টাকা কাটা বা ফেরত হবে না',
  'Copied Product ID:: {{id}}': 'পণ্য আইডি কপি হয়েছে:: {{id}}',
  'Delivered: {{amount}} goes to the store’s sales': 'ডেলিভারি হয়েছে: {{amount}} দোকানের বিক্রিতে যাবে',
  'Product Order': 'পণ্য অর্ডার',
  'Product Orders': 'পণ্য অর্ডার',
  'Product id or user id': 'পণ্য আইডি বা গ্রাহক আইডি',
  'Product order {{id}}': 'পণ্য অর্ডার {{id}}',
  'Refunds {{amount}} to {{username}} and puts {{count}} back in stock':
    '{{username}}-কে {{amount}} ফেরত যাবে এবং {{count}}টি স্টকে ফিরবে',
  'Unchanged; only a note is saved': 'অবস্থা বদলাবে না; শুধু নোট সংরক্ষণ হবে',
  Total: 'মোট',
}
