import type { Texts } from '../kit/i18n.ts'

/** '/'. */
export const texts: Texts = {
  'Pending wallet adds': 'অপেক্ষমাণ ওয়ালেট যোগ',
  'Nothing has been granted to you yet': 'আপনাকে এখনো কোনো কাজের অনুমতি দেওয়া হয়নি',
  'Nothing waits for you. What comes in shows up here by itself.':
    'আপনার জন্য কিছু অপেক্ষায় নেই। নতুন কিছু এলে এখানে নিজে থেকেই দেখা যাবে।',
  'Orders in progress': 'চলমান অর্ডার',
  'Pending withdrawals': 'অপেক্ষমাণ উত্তোলন',
  'Pending product orders': 'অপেক্ষমাণ পণ্য অর্ডার',
  'Pending orders': 'অপেক্ষমাণ অর্ডার',
  'The oldest has waited {{time}}': 'সবচেয়ে পুরোনোটি অপেক্ষায় {{time}}',
  'What needs you now': 'এখন আপনার যা করার আছে',
  'You are signed in, but no task is open to you. Ask a super admin of your shop to grant you what you need; it works at once.':
    'আপনি সাইন ইন করেছেন, কিন্তু কোনো কাজ আপনার জন্য খোলা নেই। যা দরকার তার অনুমতি দিতে আপনার দোকানের সুপার অ্যাডমিনকে বলুন; সঙ্গে সঙ্গেই কাজ করবে।',
  '{{count}} of them held by you': 'এর মধ্যে {{count}}টি আপনার হাতে',
}
