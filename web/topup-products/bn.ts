import type { Texts } from '../ui/text/i18n.ts'

/** /topup-product and its forms. */
export const texts: Texts = {
  'Add package': 'প্যাকেজ যোগ করুন',
  'Add package to {{name}}': '{{name}}-এ প্যাকেজ যোগ করুন',
  'Orders take their buying price from Price/Stock; cancelling returns it.':
    'অর্ডার তার কেনার দাম দাম/স্টক থেকে নেয়, বাতিল হলে ফেরত দেয়।',
  'Buy rate': 'কেনার রেট',
  'Create new product': 'নতুন পণ্য তৈরি করুন',
  'Edit product': 'পণ্য সম্পাদনা',
  'Id Code': 'আইডি কোড',
  'Is active for Id Code': 'আইডি কোডের জন্য সক্রিয়',
  'Is active product': 'পণ্য সক্রিয়',
  Orders: 'অর্ডার',
  'Orders of {{name}}': '{{name}}-এর অর্ডার',
  'Price/Stock': 'দাম/স্টক',
  'Price/Stock movements': 'দাম/স্টকের ওঠানামা',
  Rules: 'নিয়ম',
  'The customer gives a player ID only. Otherwise also account type, in-game password and security code.':
    'গ্রাহক শুধু প্লেয়ার আইডি দেন। নইলে অ্যাকাউন্টের ধরন, গেমের পাসওয়ার্ড আর সিকিউরিটি কোডও।',
  'Top Product': 'টপআপ পণ্য',
  'Track stock': 'স্টক হিসাব রাখুন',
  'Remaining supplier credit, in the unit of the packages’ buying price.': 'সরবরাহকারীর কাছে বাকি ক্রেডিট, প্যাকেজের কেনার দামের এককে।',
  'Cost in tk of one unit of the buying price. Profit figures use it.': 'কেনার দামের এক একক আপনার কত টাকা পড়ে; লাভের হিসাবে লাগে।',
  'Its {{count}} package will be deleted too.': 'এর {{count}}টি প্যাকেজও মুছে যাবে।',
  'Its {{count}} packages will be deleted too.': 'এর {{count}}টি প্যাকেজও মুছে যাবে।',
  '{{count}} of {{of}}': '{{count}}/{{of}}',
}
