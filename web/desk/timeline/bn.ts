import type { Texts } from '../../ui/text/i18n.ts'

/** What was done with one thing. */
export const texts: Texts = {
  'Account created': 'অ্যাকাউন্ট তৈরি হয়েছে',
  'In the audit log': 'অডিট লগে',
  'The newest {{count}}; older ones are in the audit log': 'নতুনতম {{count}}টি; পুরোনোগুলো অডিট লগে আছে',
  'The store': 'দোকানের সাইট',
  'The system': 'সিস্টেম',
  Timeline: 'ঘটনাক্রম',
  '{{name}} requested it': '{{name}} চেয়েছেন',
  '{{name}} cancelled it with all pending ones': 'অপেক্ষমাণ সবগুলোর সঙ্গে {{name}} বাতিল করেছেন',
  '{{name}} changed the earn wallet': '{{name}} আর্ন ওয়ালেট বদলেছেন',
  '{{name}} downloaded the statement': '{{name}} স্টেটমেন্ট ডাউনলোড করেছেন',
  '{{name}} edited it': '{{name}} সম্পাদনা করেছেন',
  '{{name}} set a new password': '{{name}} নতুন পাসওয়ার্ড দিয়েছেন',
  '{{name}} edited it and set a new password': '{{name}} সম্পাদনা করেছেন ও নতুন পাসওয়ার্ড দিয়েছেন',
  '{{name}} ordered it': '{{name}} অর্ডার করেছেন',
  '{{name}} set it back to pending': '{{name}} আবার অপেক্ষায় রেখেছেন',
  '{{name}} recorded it': '{{name}} লিখে রেখেছেন',
  '{{name}} started it': '{{name}} কাজ শুরু করেছেন',
  '{{name}} reversed it': '{{name}} ফেরত নিয়েছেন',
  '{{name}} wrote the note': '{{name}} নোট লিখেছেন',
  '{{name}} wrote it off': '{{name}} বাদ দিয়েছেন',
  '{{name}} wrote to the customer': '{{name}} গ্রাহককে লিখেছেন',
}
