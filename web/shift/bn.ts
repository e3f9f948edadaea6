import type { Texts } from '../kit/i18n.ts'

export const texts: Texts = {
  '{{from}} to {{to}}': '{{from}} থেকে {{to}}',
  'All admins': 'সব অ্যাডমিন',
  Collected: 'সংগ্রহ',
  Cost: 'খরচ',
  From: 'থেকে',
  'Handed over': 'জমা দেওয়া',
  'Orders cancelled': 'বাতিল অর্ডার',
  'Orders completed': 'সম্পন্ন অর্ডার',
  Print: 'প্রিন্ট',
  Profit: 'লাভ',
  'Shift sheet': 'শিফট শিট',
  Sold: 'বিক্রি',
  'Still held': 'এখনও হাতে',
  'The first day is after the last': 'প্রথম দিন শেষ দিনের পরে',
  To: 'পর্যন্ত',
  'Wallet adds': 'ওয়ালেট যোগ',
}
