import type { Texts } from '../ui/text/i18n.ts'

/** /landing. */
export const texts: Texts = {
  Banners: 'ব্যানার',
  'Customers see nothing here.': 'গ্রাহকেরা এখানে কিছুই দেখেন না।',
  'Payment methods': 'পেমেন্ট মেথড',
  'Physical products': 'ফিজিক্যাল পণ্য',
  'Top-up products': 'টপআপ পণ্য',
  'What customers see now': 'এখন গ্রাহকেরা যা দেখছেন',
  'landing Page': 'ল্যান্ডিং পেজ',
  '{{count}} item is not on sale': '{{count}}টি জিনিস বিক্রিতে নেই',
  '{{count}} items are not on sale': '{{count}}টি জিনিস বিক্রিতে নেই',
}
