import type { Texts } from './i18n.ts'

/** What the shared parts say, and what the server says everywhere. */
export const texts: Texts = {
  'Access Denied': 'অনুমতি নেই',
  'Are you sure': 'আপনি কি নিশ্চিত',
  Clear: 'মুছুন',
  Close: 'বন্ধ করুন',
  'Copying is blocked in this browser': 'এই ব্রাউজারে কপি করা বন্ধ আছে',
  Dismiss: 'সরান',
  Done: 'সম্পন্ন',
  Loading: 'লোড হচ্ছে',
  'No Result Found': 'কোনো ফল পাওয়া যায়নি',
  'No data to show': 'দেখানোর মতো কোনো তথ্য নেই',
  'No, go back': 'না, ফিরে যান',
  'Not found': 'পাওয়া যায়নি',
  'Order updated successfully': 'অর্ডার সফলভাবে হালনাগাদ হয়েছে',
  'Show password': 'পাসওয়ার্ড দেখান',
  'Something went wrong': 'কিছু একটা সমস্যা হয়েছে',
  'Something went wrong! Try again.': 'কিছু একটা সমস্যা হয়েছে! আবার চেষ্টা করুন।',
  'Transaction updated successfully': 'লেনদেন সফলভাবে হালনাগাদ হয়েছে',
  'Try again': 'আবার চেষ্টা করুন',
  'You are offline.': 'আপনি অফলাইনে আছেন।',
}
