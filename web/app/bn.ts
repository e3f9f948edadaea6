import type { Texts } from '../kit/i18n.ts'

/** Header, sidebar and frame. */
export const texts: Texts = {
  'Admin Order': 'অ্যাডমিন অর্ডার',
  'As the system': 'সিস্টেম অনুযায়ী',
  'Colour scheme': 'রঙের ধরন',
  Dark: 'গাঢ়',
  Dashboard: 'ড্যাশবোর্ড',
  Light: 'হালকা',
  Logout: 'লগআউট',
  Offline: 'অফলাইন',
  Online: 'অনলাইন',
  Order: 'অর্ডার',
  Profile: 'প্রোফাইল',
  Screens: 'পাতাসমূহ',
  Sidebar: 'সাইডবার',
  'Skip to content': 'মূল অংশে যান',
  Topup: 'টপআপ',
  'Topup Packages': 'টপআপ প্যাকেজ',
  'Topup Order': 'টপআপ অর্ডার',
  '{{count}} waiting': '{{count}}টি অপেক্ষায়',
}
