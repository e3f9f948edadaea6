import type { Texts } from '../ui/text/i18n.ts'

/** /login. */
export const texts: Texts = {
  'Accounts are created by a super admin': 'অ্যাকাউন্ট তৈরি করেন একজন সুপার অ্যাডমিন',
  'Ask a super admin of your shop for a new password.': 'নতুন পাসওয়ার্ডের জন্য আপনার দোকানের সুপার অ্যাডমিনকে বলুন।',
  'Create new account': 'নতুন অ্যাকাউন্ট তৈরি করুন',
  'Forgot password': 'পাসওয়ার্ড ভুলে গেছেন',
  Password: 'পাসওয়ার্ড',
  'Password is required': 'পাসওয়ার্ড দিতে হবে',
  'Remember me': 'আমাকে মনে রাখুন',
  'Sign in': 'সাইন ইন',
  'Topdeck, the back office': 'টপডেক, দোকানের ব্যাক অফিস',
  'Topdeck, the back office of {{name}}': 'টপডেক, {{name}}-এর ব্যাক অফিস',
  'Your session has ended. Sign in again to continue where you were.':
    'আপনার সেশন শেষ হয়েছে। যেখানে ছিলেন সেখান থেকে চালিয়ে যেতে আবার সাইন ইন করুন।',
}
