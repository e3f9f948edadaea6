import type { Texts } from '../ui/text/i18n.ts'

/** /audit. */
export const texts: Texts = {
  Subject: 'বিষয়',
  'Action, admin or ID': 'কাজ, অ্যাডমিন বা আইডি',
  'Audit log': 'অডিট লগ',
  'Between #{{from}} and #{{to}} a seal is missing': '#{{from}} থেকে #{{to}}-এর মধ্যে একটি সিল নেই',
  'Entries between #{{from}} and #{{to}} were changed, added or removed after sealing':
    '#{{from}} থেকে #{{to}}-এর মধ্যের এন্ট্রি সিল করার পর বদলানো, যোগ করা বা সরানো হয়েছে',
  Changes: 'পরিবর্তন',
  'Verify log': 'লগ যাচাই করুন',
  'Copied Audit ID:: {{id}}': 'অডিট আইডি কপি হয়েছে:: {{id}}',
  'Nothing is sealed yet. Sealing takes about a second.': 'এখনও কিছু সিল করা হয়নি। প্রায় এক সেকেন্ড লাগে।',
  Seals: 'সিল',
  'The log was altered': 'লগটি বদলানো হয়েছে',
  'The log had reached #{{id}}: its end is missing or was replaced':
    'লগটি #{{id}} পর্যন্ত গিয়েছিল: এর শেষ অংশ নেই বা বদলে দেওয়া হয়েছে',
  'The newest entries have been unsealed for more than 10 minutes': 'নতুনতম এন্ট্রিগুলো 10 মিনিটের বেশি সময় সিল হয়নি',
  'Failed sign-ins': 'ব্যর্থ সাইন-ইন',
  'The store': 'দোকানের সাইট',
  'The system': 'সিস্টেম',
  What: 'কী',
  When: 'কখন',
  Who: 'কে',
  'Who changed what and when, with the previous values': 'কে, কখন, কী বদলেছেন, আর আগে কী ছিল',
  '{{late}} were sealed more than a day after they were written': '{{late}}টি লেখার এক দিনের বেশি পরে সিল করা হয়েছে',
  '{{rows}} entries, all sealed': '{{rows}}টি এন্ট্রি, সবগুলো সিল করা',
  '{{rows}} entries, {{sealed}} sealed': '{{rows}}টি এন্ট্রি, {{sealed}}টি সিল করা',
  '{{rows}} verified so far': 'এখন পর্যন্ত {{rows}}টি যাচাই হয়েছে',
  '{{rows}} verified: nothing was changed, added or removed': '{{rows}}টি যাচাই হয়েছে: কিছুই বদলানো, যোগ বা সরানো হয়নি',
}
