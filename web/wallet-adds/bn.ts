import type { Texts } from '../ui/text/i18n.ts'

export const texts: Texts = {
  '{{count}} completed: {{sum}} added to customers’ wallets and yours': '{{count}}টি সম্পন্ন: {{sum}} গ্রাহকদের ও আপনার ওয়ালেটে গেছে',
  '{{count}} selected, {{sum}}': '{{count}}টি বাছাই, {{sum}}',
  '{{count}} warning': '{{count}}টি সতর্কতা',
  '{{count}} warnings': '{{count}}টি সতর্কতা',
  '{{count}} wallet adds: {{sum}} will go to customers’ wallets and yours':
    '{{count}}টি ওয়ালেট যোগ: {{sum}} গ্রাহকদের ও আপনার ওয়ালেটে যাবে',
  '{{done}} approved, {{refused}} refused': '{{done}}টি অনুমোদিত, {{refused}}টি হয়নি',
  'Add Wallet': 'ওয়ালেট যোগ',
  'All pending wallet adds ({{count}}, total {{sum}}) will be cancelled, whatever the search shows. No wallet will change. Those after #{{id}} stay pending.':
    'খোঁজে যা-ই দেখাক, মোট {{sum}}-এর {{count}}টি অপেক্ষমাণ ওয়ালেট যোগ বাতিল হবে। কোনো ওয়ালেট বদলাবে না। #{{id}}-এর পরের ওয়ালেট যোগ অপেক্ষমাণ থাকবে।',
  Paid: 'পরিশোধিত',
  'Paid {{amount}}': 'জমা {{amount}}',
  'No payment': 'পেমেন্ট আসেনি',
  '{{paid}} was paid, {{asked}} was asked for': '{{asked}} চাওয়া হয়েছে, পরিশোধ হয়েছে {{paid}}',
  'Credit what was paid': 'যা পরিশোধ হয়েছে তা জমা করুন',
  'Credit {{paid}}': '{{paid}} জমা করুন',
  '{{paid}}, which was paid, will go to {{username}}’s wallet, and to yours: you hold the cash. {{asked}} was asked for.':
    'পরিশোধ হওয়া {{paid}} {{username}}-এর ওয়ালেটে যাবে, আপনার ওয়ালেটেও: নগদ আপনার কাছে থাকে। চাওয়া হয়েছিল {{asked}}।',
  'Wallet add {{id}}: {{amount}} will go to {{username}}’s wallet, and to yours: you hold the cash.':
    'ওয়ালেট যোগ {{id}}: {{amount}} {{username}}-এর ওয়ালেটে যাবে, আপনার ওয়ালেটেও: নগদ আপনার কাছে থাকে।',
  'No pending wallet add here is paid': 'এখানে পরিশোধিত কোনো অপেক্ষমাণ ওয়ালেট যোগ নেই',
  'Approve a paid wallet add': 'পরিশোধিত ওয়ালেট যোগ অনুমোদন',
  'This is not the message of one payment': 'এটি একটি পেমেন্টের মেসেজ নয়',
  'No wallet add has the TrxID {{trx}}': '{{trx}} TrxID-এর কোনো ওয়ালেট যোগ নেই',
  'Message compared': 'মেসেজ মেলানো',
  'the message says {{said}}': 'মেসেজে আছে {{said}}',
  Approve: 'অনুমোদন',
  'Approve {{sum}}': '{{sum}} অনুমোদন করুন',
  'Approve selected wallet adds': 'বাছাই করা ওয়ালেট যোগ অনুমোদন',
  'at most {{count}} at once': 'একবারে সর্বোচ্চ {{count}}টি',
  'Clear selection': 'বাছাই খালি করুন',
  'Copied TrxID:: {{trx}}': 'TrxID কপি হয়েছে:: {{trx}}',
  'ID, user, phone or TrxID': 'আইডি, গ্রাহক, ফোন বা TrxID',
  'No wallet will change; the customer does not get {{amount}}': 'কোনো ওয়ালেট বদলাবে না; গ্রাহক {{amount}} পাবেন না',
  'Only its approver or a super admin can change the amount': 'যিনি অনুমোদন করেছেন তিনি বা সুপার অ্যাডমিন পরিমাণ বদলাতে পারেন',
  'Select wallet add {{id}}': 'ওয়ালেট যোগ {{id}} বাছুন',
  'Selected wallet adds': 'বাছাই করা ওয়ালেট যোগ',
  Reverse: 'ফেরত নিন',
  'Wallet add {{id}} will be cancelled and {{amount}} taken from {{username}}’s wallet.':
    'ওয়ালেট যোগ {{id}} বাতিল হবে, আর {{username}}-এর ওয়ালেট থেকে {{amount}} কমে যাবে।',
  'Reverse this wallet add': 'এই ওয়ালেট যোগ ফেরত নিন',
  TrxID: 'TrxID',
  'Updating wallet adds...': 'ওয়ালেট যোগ হালনাগাদ হচ্ছে...',
  'User wallet will change by {{amount}}, and your wallet too: you hold the cash':
    'গ্রাহকের ওয়ালেট {{amount}} বদলাবে, আপনারটিও: নগদ আপনার কাছে',
  Results: 'ফলাফল',
  '{{amount}} will go to {{username}}’s wallet, and to yours: you hold the cash.':
    '{{amount}} {{username}}-এর ওয়ালেটে যাবে, আপনার ওয়ালেটেও: নগদ আপনার কাছে থাকে।',
}
