import type { Texts } from '../ui/text/i18n.ts'

export const texts: Texts = {
  'All admins': 'সব অ্যাডমিন',
  'Amounts in tk': 'টাকার পরিমাণ tk-তে',
  Collected: 'সংগ্রহ',
  'Completed automatically: {{count}} wallet adds, {{amount}} into the store’s cash':
    'স্বয়ংক্রিয়ভাবে সম্পন্ন: {{count}}টি ওয়ালেট যোগ, {{amount}} দোকানের নগদে',
  From: 'থেকে',
  To: 'পর্যন্ত',
  'Handed over': 'জমা দেওয়া',
  'Payments of {{day}}': '{{day}}-এর পেমেন্ট',
  'Only orders of your packages are counted': 'শুধু আপনার প্যাকেজের অর্ডার গোনা হয়',
  'Orders cancelled': 'বাতিল অর্ডার',
  'Orders completed': 'সম্পন্ন অর্ডার',
  Print: 'প্রিন্ট',
  Profit: 'লাভ',
  'Shift sheet': 'শিফট শিট',
  Sold: 'বিক্রি',
  'Still held': 'এখনও হাতে',
  'Wallet adds': 'ওয়ালেট যোগ',
}
