import type { Texts } from '../kit/i18n.ts'

/** Header, sidebar and frame. */
export const texts: Texts = {
  'Admin Order': 'অ্যাডমিন অর্ডার',
  'As the system': 'সিস্টেম অনুযায়ী',
  'Colour scheme': 'রঙের ধরন',
  Dark: 'গাঢ়',
  Dashboard: 'ড্যাশবোর্ড',
  Light: 'হালকা',
  Live: 'লাইভ',
  'Live: changes show at once': 'লাইভ: পরিবর্তন সঙ্গে সঙ্গে দেখা যায়',
  Logout: 'লগআউট',
  'No live updates: lists ask again every 20 seconds': 'লাইভ হালনাগাদ নেই: তালিকা প্রতি 20 সেকেন্ডে আবার জেনে নেয়',
  Offline: 'অফলাইন',
  'Offline: lists show what was last read': 'অফলাইন: তালিকায় শেষবার যা পড়া হয়েছে তা-ই দেখাচ্ছে',
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
