import type { Texts } from '../../ui/text/i18n.ts'

/** Many orders at once. */
export const texts: Texts = {
  '{{count}} will be skipped:': '{{count}}টি বাদ যাচ্ছে:',
  '{{count}} can be cancelled: {{sum}} will be refunded': '{{count}}টি বাতিল করা যাবে: {{sum}} ফেরত যাবে',
  '{{count}} can be completed, total {{sum}}': '{{count}}টি সম্পন্ন করা যাবে, মোট {{sum}}',
  '{{count}} selected': '{{count}}টি বাছাই করা',
  '{{done}} done, {{refused}} refused': '{{done}}টি হয়েছে, {{refused}}টি হয়নি',
  'already {{status}}': 'আগেই {{status}}',
  'At most {{count}} orders at once': 'একবারে সর্বোচ্চ {{count}}টি অর্ডার',
  'Cancel selected': 'বাছাইগুলো বাতিল করুন',
  'Cancel the selected orders': 'বাছাই করা অর্ডারগুলো বাতিল',
  'Cancel {{count}} order': '{{count}}টি অর্ডার বাতিল করুন',
  'Cancel {{count}} orders': '{{count}}টি অর্ডার বাতিল করুন',
  'Clear selection': 'বাছাই খালি করুন',
  'Complete selected': 'বাছাইগুলো সম্পন্ন করুন',
  'Complete the selected orders': 'বাছাই করা অর্ডারগুলো সম্পন্ন',
  'Complete {{count}} order': '{{count}}টি অর্ডার সম্পন্ন করুন',
  'Complete {{count}} orders': '{{count}}টি অর্ডার সম্পন্ন করুন',
  'Completed without a voucher code, as chosen on the order: {{orders}}':
    'অর্ডারে যেমন বাছা হয়েছে, ভাউচার কোড ছাড়াই সম্পন্ন হবে: {{orders}}',
  'Deliver a voucher code with {{count}} order': '{{count}}টি অর্ডারের সঙ্গে ভাউচার কোড দিন',
  'Deliver voucher codes with {{count}} orders': '{{count}}টি অর্ডারের সঙ্গে ভাউচার কোড দিন',
  'Order is being handled by {{name}}': 'অর্ডারটি নিয়ে {{name}} কাজ করছেন',
  'Refused orders': 'যেগুলো হয়নি',
  'Refused orders that are still in this list stay selected.': 'যেগুলো হয়নি আর এই তালিকায় এখনও আছে সেগুলো বাছাই করাই থাকছে।',
  'Same player ID and package as another order: {{orders}}': 'অন্য একটি অর্ডারের মতো একই প্লেয়ার আইডি ও প্যাকেজ: {{orders}}',
  'Select order {{id}}': 'অর্ডার {{id}} বাছুন',
  'Selected orders': 'বাছাই করা অর্ডার',
  'Updating orders...': 'অর্ডারগুলো হালনাগাদ হচ্ছে...',
}
