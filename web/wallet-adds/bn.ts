import type { Texts } from '../kit/text/i18n.ts'

export const texts: Texts = {
  '{{count}} completed: {{sum}} went to user wallets and to your wallet': '{{count}}টি সম্পন্ন: {{sum}} ইউজারদের ও আপনার ওয়ালেটে গেছে',
  '{{count}} selected, {{sum}}': '{{count}}টি বাছাই, {{sum}}',
  '{{count}} thing to look at': '{{count}}টি বিষয় খেয়াল করুন',
  '{{count}} things to look at': '{{count}}টি বিষয় খেয়াল করুন',
  '{{count}} transactions: {{sum}} will go to user wallets and to your wallet':
    '{{count}}টি লেনদেন: {{sum}} ইউজারদের ও আপনার ওয়ালেটে যাবে',
  '{{done}} approved, {{refused}} refused': '{{done}}টি অনুমোদিত, {{refused}}টি হয়নি',
  'Add Wallet': 'ওয়ালেট যোগ',
  'All pending transactions ({{count}}, with a sum of {{sum}}) will be cancelled, whatever the search shows. No wallet will change. What comes in after #{{id}} stays pending.':
    'খোঁজে যা-ই দেখাক, মোট {{sum}}-এর {{count}}টি অপেক্ষমাণ লেনদেন বাতিল হবে। কোনো ওয়ালেট বদলাবে না। #{{id}}-এর পরে আসা লেনদেন অপেক্ষমাণ থাকবে।',
  Approve: 'অনুমোদন',
  'Approve {{sum}}': '{{sum}} অনুমোদন করুন',
  'Approve selected transactions': 'বাছাই করা লেনদেন অনুমোদন',
  'at most {{count}} at once': 'একবারে সর্বোচ্চ {{count}}টি',
  'Clear selection': 'বাছাই মুছুন',
  'Copied TrxID:: {{trx}}': 'TrxID কপি হয়েছে:: {{trx}}',
  'ID, user, phone or TrxID': 'আইডি, ইউজার, ফোন বা TrxID',
  'No wallet will change; the user does not get {{amount}}': 'কোনো ওয়ালেট বদলাবে না; ইউজার {{amount}} পাবেন না',
  'Only who approved it, or a super admin, can change the amount': 'যিনি অনুমোদন করেছেন তিনি বা সুপার অ্যাডমিন পরিমাণ বদলাতে পারেন',
  'Select transaction {{id}}': 'লেনদেন {{id}} বাছুন',
  'Selected transactions': 'বাছাই করা লেনদেন',
  'Take back': 'ফেরত নিন',
  'Wallet add {{id}} becomes cancel, and {{amount}} leave the wallet of {{username}}.':
    'ওয়ালেট যোগ {{id}} cancel হবে, আর {{username}}-এর ওয়ালেট থেকে {{amount}} কমে যাবে।',
  'Take this wallet add back': 'এই ওয়ালেট যোগ ফেরত নিন',
  TrxID: 'TrxID',
  'Who approved it was deleted, so the amount cannot be raised: edit the wallet of the user instead':
    'যিনি অনুমোদন করেছিলেন তাঁকে মুছে ফেলা হয়েছে, তাই পরিমাণ বাড়ানো যাবে না: বরং ইউজারের ওয়ালেট সম্পাদনা করুন',
  'Updating transactions...': 'লেনদেন হালনাগাদ হচ্ছে...',
  'User wallet will change by {{amount}}, and your wallet too: you hold the cash':
    'ইউজারের ওয়ালেট {{amount}} বদলাবে, আপনারটিও: নগদ আপনার কাছে',
  'What became of each': 'কোনটির কী হলো',
}
