import type { Texts } from '../../ui/text/i18n.ts'

/** Saved views of an order list. */
export const texts: Texts = {
  'Delete view {{name}}': '{{name}} ভিউ মুছুন',
  'Deleting the view...': 'ভিউ মোছা হচ্ছে...',
  'No saved views yet': 'এখনও কোনো ভিউ সংরক্ষিত নেই',
  'Save view': 'ভিউ সংরক্ষণ',
  'View name': 'ভিউয়ের নাম',
  'Saved views': 'সংরক্ষিত ভিউ',
  'Saving the view...': 'ভিউ সংরক্ষণ হচ্ছে...',
  'Share with other admins': 'অন্য অ্যাডমিনদের সঙ্গে শেয়ার করুন',
  shared: 'শেয়ার করা',
  'shared by {{name}}': '{{name}} শেয়ার করেছেন',
  'View deleted successfully': 'ভিউ সফলভাবে মুছে ফেলা হয়েছে',
  'View saved successfully': 'ভিউ সফলভাবে সংরক্ষিত হয়েছে',
  'View “{{name}}” will be deleted for all admins.': '“{{name}}” ভিউটি সব অ্যাডমিনের জন্য মুছে যাবে।',
  'View “{{name}}” will be deleted.': '“{{name}}” ভিউটি মুছে যাবে।',
  Views: 'ভিউ',
}
