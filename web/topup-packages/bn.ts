import type { Texts } from '../kit/text/i18n.ts'

/** /topup-packages, its rates and the forms of a package. */
export const texts: Texts = {
  'Its {{count}} codes that are left go with it: they are sold no more, and cannot be added again.':
    'এর বাকি {{count}}টি কোডও যাবে: সেগুলো আর বিক্রি হবে না, আবার যোগও করা যাবে না।',
  'Add new package': 'নতুন প্যাকেজ যোগ করুন',
  'Add new package to {{name}}': '{{name}}-এ নতুন প্যাকেজ যোগ করুন',
  'Buy price': 'কেনা দাম',
  'Codes left': 'বাকি কোড',
  Cost: 'খরচ',
  'Dollar rate': 'ডলার রেট',
  'Dollar rate updated successfully': 'ডলার রেট সফলভাবে হালনাগাদ হয়েছে',
  'Each price becomes buy price × rate, rounded up to whole tk.': 'প্রতিটি দাম হবে কেনা দাম × রেট, উপরের পূর্ণ tk-তে।',
  'Each order is delivered with a voucher code; codes left: {{count}}.':
    'প্রতিটি অর্ডার একটি ভাউচার কোড দিয়ে ডেলিভারি হয়; বাকি কোড: {{count}}।',
  'Sell no codes': 'কোড বিক্রি বন্ধ করুন',
  '{{name}} is on sale without codes from now on, and its orders are delivered by hand.':
    '{{name}} এখন থেকে কোড ছাড়াই বিক্রি হবে, আর এর অর্ডার হাতে ডেলিভারি হবে।',
  'Open orders of {{name}} that get no code from now on: {{count}}. Each is delivered by hand.':
    '{{name}}-এর যে চলমান অর্ডারগুলো এখন থেকে কোনো কোড পাবে না: {{count}}। প্রতিটি হাতে ডেলিভারি হবে।',
  'To sell none, first delete, hide or move its Ready codes.': 'কোড বিক্রি বন্ধ করতে আগে এর রেডি কোডগুলো মুছুন, লুকান বা সরান।',
  'Edit topup package': 'টপআপ প্যাকেজ সম্পাদনা',
  'In stock': 'স্টকে আছে',
  'In the unit of the product’s Price/Stock.': 'প্রোডাক্টের দাম/স্টকের এককে।',
  'Look at what this rate would do, then update.': 'এই রেটে কী হবে দেখুন, তারপর হালনাগাদ করুন।',
  Margin: 'লাভ',
  Packages: 'প্যাকেজ',
  'No such product': 'এমন কোনো প্রোডাক্ট নেই',
  'Only the last change of rate can be taken back': 'শুধু রেটের শেষ পরিবর্তনটি ফিরিয়ে নেওয়া যায়',
  'Only a super admin moves a package to another product.': 'শুধু সুপার অ্যাডমিন প্যাকেজ অন্য প্রোডাক্টে সরাতে পারেন।',
  'Packages are shown in this order.': 'প্যাকেজগুলো এই ক্রমে দেখানো হয়।',
  'Packages of {{name}}': '{{name}}-এর প্যাকেজ',
  'Rate history': 'রেটের ইতিহাস',
  'Rate {{rate}}': 'রেট {{rate}}',
  'Rate {{rate}} is taken back: the packages that it repriced get their old prices, but for those moved or deleted since.':
    'রেট {{rate}} ফিরিয়ে নেওয়া হবে: এটি যেসব প্যাকেজের দাম বদলেছিল সেগুলো আগের দাম ফিরে পাবে, তবে এরপর সরানো বা মোছা প্যাকেজ নয়।',
  'Sell price': 'বেচা দাম',
  Serial: 'ক্রম',
  'Take back': 'ফেরত নিন',
  'Taken back': 'ফিরিয়ে নেওয়া হয়েছে',
  'The rate has not been changed yet.': 'রেট এখনো বদলানো হয়নি।',
  'There is no package under this product.': 'এই প্রোডাক্টের কোনো প্যাকেজ নেই।',
  'These are not the prices that you looked at. Look at them again, then update.':
    'এগুলো আপনার দেখা দাম নয়। আবার দেখুন, তারপর হালনাগাদ করুন।',
  'Topup package': 'টপআপ প্যাকেজ',
  'Topup package created successfully': 'টপআপ প্যাকেজ সফলভাবে তৈরি হয়েছে',
  'Topup package deleted successfully': 'টপআপ প্যাকেজ সফলভাবে মোছা হয়েছে',
  'Topup package updated successfully': 'টপআপ প্যাকেজ সফলভাবে হালনাগাদ হয়েছে',
  'Update rate': 'রেট হালনাগাদ করুন',
  'Updating dollar rate...': 'ডলার রেট হালনাগাদ হচ্ছে...',
  'What this rate would do': 'এই রেটে যা হবে',
  '{{count}} of {{of}} would be sold below cost': '{{of}}টির মধ্যে {{count}}টি খরচের নিচে বিক্রি হবে',
  'below cost': 'খরচের নিচে',
}
