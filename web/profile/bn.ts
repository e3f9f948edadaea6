import type { Texts } from '../ui/text/i18n.ts'

/** /profile and /profile/change-password. */
export const texts: Texts = {
  'At least {{count}} characters. All your other sessions will end.':
    'অন্তত {{count}}টি অক্ষর। আপনার অন্য সেশনগুলো শেষ হবে; এটি থাকবে।',
  'Change password': 'পাসওয়ার্ড বদলান',
  'Changing password...': 'পাসওয়ার্ড বদলানো হচ্ছে...',
  'Confirm password': 'পাসওয়ার্ড নিশ্চিত করুন',
  'First name': 'নামের প্রথম অংশ',
  'Last name': 'নামের শেষ অংশ',
  'Old password': 'পুরোনো পাসওয়ার্ড',
  'Password changed successfully': 'পাসওয়ার্ড সফলভাবে বদলানো হয়েছে',
  'Profile menu': 'প্রোফাইল মেনু',
  Role: 'ভূমিকা',
  'Sub-admin': 'সাব-অ্যাডমিন',
  'Super admin': 'সুপার অ্যাডমিন',
  Username: 'ইউজারনেম',
  Wallet: 'ওয়ালেট',
  'Your password may already have changed.': 'আপনার পাসওয়ার্ড হয়তো ইতিমধ্যে বদলে গেছে।',
  'If the old one is now wrong, the new one applies.': 'পুরোনোটি এখন ভুল হলে নতুনটিই চালু হয়েছে।',
}
