import type { Texts } from '../kit/text/i18n.ts'

/** /audit. */
export const texts: Texts = {
  About: 'কী নিয়ে',
  'Action, admin or ID': 'কাজ, অ্যাডমিন বা আইডি',
  'Audit log': 'অডিট লগ',
  'Between #{{from}} and #{{to}} a seal is missing': '#{{from}} থেকে #{{to}}-এর মধ্যে একটি সিল নেই',
  'Between #{{from}} and #{{to}} something was changed, added or removed after it had been sealed':
    '#{{from}} থেকে #{{to}}-এর মধ্যে সিল করার পর কিছু বদলানো, যোগ করা বা সরানো হয়েছে',
  Changes: 'পরিবর্তন',
  'Compare with the seals': 'সিলের সঙ্গে মিলিয়ে দেখুন',
  'Copied Audit ID:: {{id}}': 'অডিট আইডি কপি হয়েছে:: {{id}}',
  'Must be a subject of the audit log': 'অডিট লগের একটি বিষয় হতে হবে',
  'Nothing is sealed yet; that is done within a minute': 'এখনও কিছু সিল করা হয়নি; এক মিনিটের মধ্যে হয়ে যাবে',
  Seals: 'সিল',
  'The log is not what it was': 'লগটি আগের মতো নেই',
  'The newest changes have waited for more than 10 minutes to be sealed':
    'নতুনতম পরিবর্তনগুলো 10 মিনিটের বেশি সময় সিল হওয়ার অপেক্ষায় আছে',
  'The store': 'দোকানের সাইট',
  'The system': 'সিস্টেম',
  What: 'কী',
  When: 'কখন',
  Who: 'কে',
  'Who changed what, when, and what was before': 'কে, কখন, কী বদলেছেন, আর আগে কী ছিল',
  '{{late}} of them were sealed more than a day after they were written': 'এর {{late}}টি লেখার এক দিনের বেশি পরে সিল করা হয়েছে',
  '{{rows}} changes, {{sealed}} of them sealed': '{{rows}}টি পরিবর্তন, এর {{sealed}}টি সিল করা',
  '{{rows}} compared so far': 'এখন পর্যন্ত {{rows}}টি মেলানো হয়েছে',
  '{{rows}} compared: nothing was changed, added or removed': '{{rows}}টি মেলানো হয়েছে: কিছুই বদলানো, যোগ বা সরানো হয়নি',
}
