import type { Texts } from '../ui/text/i18n.ts'

export const texts: Texts = {
  'All pending withdrawals ({{count}}, total {{sum}}) will be cancelled, whatever the search shows. Every amount returns to its earn wallet. Those after #{{id}} stay pending.':
    'খোঁজে যা-ই দেখাক, মোট {{sum}}-এর {{count}}টি অপেক্ষমাণ উত্তোলন বাতিল হবে। প্রতিটি টাকা তার আর্ন ওয়ালেটে ফিরে যাবে। #{{id}}-এর পরের উত্তোলন অপেক্ষমাণ থাকবে।',
  'Earn wallet will change by {{amount}}: the amount is returned': 'আর্ন ওয়ালেট {{amount}} বদলাবে: টাকা ফিরে যাবে',
  'ID, user or phone': 'আইডি, গ্রাহক বা ফোন',
  'Paid out: it can no longer be changed': 'পরিশোধ হয়ে গেছে: আর কিছু বদলানো যাবে না',
  'The store pays {{amount}} to {{number}}; your wallet does not change':
    'দোকান {{number}} নম্বরে {{amount}} পরিশোধ করে; আপনার ওয়ালেট বদলায় না',
  'The store pays {{amount}}; your wallet does not change': 'দোকান {{amount}} পরিশোধ করে; আপনার ওয়ালেট বদলায় না',
  'Withdraw Earn Wallet': 'আর্ন ওয়ালেট উত্তোলন',
  'The store pays {{amount}} to {{number}}, for {{username}}.': '{{username}}-এর জন্য দোকান {{number}}-এ {{amount}} দেবে।',
  '{{amount}} will go back to {{username}}’s earn wallet.': '{{amount}} {{username}}-এর আর্ন ওয়ালেটে ফিরে যাবে।',
}
