import type { Texts } from '../text/i18n.ts'

/** What the server refuses with, and what the check of the books finds; figures and names left open. */
export const texts: Texts = {
  'Enter one TrxID: English letters and digits': 'একটি TrxID দিন: ইংরেজি অক্ষর ও সংখ্যা',
  'Account type is required': 'অ্যাকাউন্টের ধরন দিতে হবে',
  'The resulting amount is too large. Nothing was changed.': 'পরিমাণটি খুব বড় হয়ে যেত। কিছুই বদলায়নি।',
  'You changed its number: another admin must complete it': 'নম্বরটি আপনি বদলেছেন: অন্য একজন অ্যাডমিনকে এটি সম্পন্ন করতে হবে',
  'Your wallet changes are limited to {{most}} a day: {{left}} left today':
    'আপনার ওয়ালেট পরিবর্তনের দৈনিক সীমা {{most}}: আজ বাকি আছে {{left}}',
  'At most {{most}} tk; a wallet that holds more can only be lowered': 'সর্বোচ্চ {{most}} tk; এর বেশি থাকা ওয়ালেট শুধু কমানো যায়',
  'At most {{count}} wallet adds at once': 'একবারে সর্বোচ্চ {{count}}টি ওয়ালেট যোগ',
  'At most {{count}} ids': 'সর্বোচ্চ {{count}}টি আইডি',
  'At most {{count}} days': 'সর্বোচ্চ {{count}} দিন',
  'In-game password is required': 'গেমের পাসওয়ার্ড দিতে হবে',
  'It is being sent now': 'এটি এই মুহূর্তে পাঠানো হচ্ছে',
  'It was already delivered': 'এটি আগেই পৌঁছে গেছে',
  'Must be a time like 2026-01-31T08:05:00Z': '2026-01-31T08:05:00Z-এর মতো একটি সময় দিন',
  'Must be a date like 2026-01-31': '2026-01-31-এর মতো একটি তারিখ দিন',
  'Must be asc or desc': 'asc বা desc হতে হবে',
  'Must be recorded or write_off': 'recorded বা write_off হতে হবে',
  'Must be text': 'লেখা হতে হবে',
  'Unknown field': 'অজানা ফিল্ড',
  'At most {{count}} flags': 'সর্বোচ্চ {{count}}টি সতর্কতা',
  'Enter the flags of each wallet add': 'প্রতিটি ওয়ালেট যোগের সতর্কতা দিতে হবে',
  'The request is not in UTF-8': 'অনুরোধটি UTF-8-এ নেই',
  'New warnings have appeared. Review them and try again.': 'নতুন সতর্কতা এসেছে। দেখে নিয়ে আবার চেষ্টা করুন।',
  'This package no longer sells voucher codes: deliver it by hand': 'এই প্যাকেজে এখন আর ভাউচার কোড বিক্রি হয় না: হাতে ডেলিভারি দিন',
  'Must be waiting, delivered or failed': 'waiting, delivered বা failed হতে হবে',
  'No such admin': 'এমন কোনো অ্যাডমিন নেই',
  'No money moves until this is fixed: {{reason}}': 'এটি ঠিক না হওয়া পর্যন্ত কোনো টাকা কাটা বা ফেরত হবে না: {{reason}}',
  'Number is required': 'নম্বর দিতে হবে',
  'Enter one amount for each wallet add': 'প্রতিটি ওয়ালেট যোগের জন্য একটি পরিমাণ দিতে হবে',
  'Only a completed order can be corrected': 'শুধু সম্পন্ন অর্ডার শোধরানো যায়',
  'Order {{id}} was updated before, and has been changed since': 'অর্ডার {{id}} আগেই আপডেট করা হয়েছিল, তারপর বদলে গেছে',
  'Order {{id}} is no longer reserved for you': 'অর্ডার {{id}} আর আপনার জন্য রাখা নেই',
  'The first try got no answer and may be done. Check before you try again.':
    'প্রথম চেষ্টার কোনো উত্তর আসেনি: কাজটি হয়তো হয়ে গেছে। আবার চেষ্টার আগে দেখে নিন।',
  'Order is {{status}} already: write a note or choose another status': 'অর্ডারটি আগেই {{status}}: নোট লিখুন বা অন্য অবস্থা বাছুন',
  'Order was left by {{name}}: take it and check before delivering':
    'অর্ডারটি {{name}} ছেড়ে গেছেন: নিজে নিন, আর দেওয়ার আগে দেখে নিন',
  'Password must be text': 'পাসওয়ার্ড লেখা হতে হবে',
  'Phone needs at least {{count}} digits': 'ফোনে অন্তত {{count}}টি অঙ্ক লাগবে',
  'Player ID is required': 'প্লেয়ার আইডি দিতে হবে',
  'Price changed': 'দাম বদলে গেছে',
  'Price/Stock changed while you were editing: now {{now}}': 'আপনি সম্পাদনা করার সময় দাম/স্টক বদলে গেছে: এখন {{now}}',
  'Screen is required': 'স্ক্রিন দিতে হবে',
  'Select a wallet add': 'একটি ওয়ালেট যোগ বাছুন',
  'Select an account': 'একটি হিসাব বাছুন',
  'Select an order': 'একটি অর্ডার বাছুন',
  'The server’s disk is full. Nothing was changed. Tell a super admin.':
    'সার্ভারের ডিস্ক ভরে গেছে। কিছুই বদলায়নি। কোনো সুপার অ্যাডমিনকে জানান।',
  'The database connection was lost. Check whether it was done, or try again.':
    'ডেটাবেসের সংযোগ ছিন্ন হয়েছে। কাজটি হয়েছে কিনা দেখুন, অথবা আবার চেষ্টা করুন।',
  'The next code of this package is encrypted with a lost key: hide it first':
    'এই প্যাকেজের পরের কোডটির চাবি হারিয়ে গেছে: আগে কোডটি লুকান',
  'The price of {{name}} has changed: now {{price}}': '{{name}}-এর দাম বদলে গেছে: এখন {{price}}',
  '{{name}} now holds {{cash}}: this cash was handed over or written off':
    '{{name}}-এর হাতে এখন {{cash}} আছে: এই টাকা জমা দেওয়া বা হিসাব থেকে বাদ দেওয়া হয়ে গেছে',
  'It has Ready codes: {{count}}. Delete, hide or move them first.': 'এতে রেডি কোড আছে: {{count}}। আগে সেগুলো মুছুন, লুকান বা সরান।',
  'Open orders of this package that would get no code: {{count}}. Complete or cancel them first, or confirm.':
    'এই প্যাকেজের যে চলমান অর্ডারগুলো কোনো কোড পাবে না: {{count}}। আগে সেগুলো সম্পন্ন বা বাতিল করুন, অথবা নিশ্চিত করুন।',
  'The wallet is {{cash}}; at most {{most}} can be handed over': 'ওয়ালেটে আছে {{cash}}; সর্বোচ্চ {{most}} জমা দেওয়া যায়',
  'This order has none, or it was erased': 'এই অর্ডারে এটি নেই, অথবা মুছে ফেলা হয়েছে',
  'This package sells no codes': 'এই প্যাকেজ কোনো কোড বিক্রি করে না',
  'This TrxID was used already': 'এই TrxID আগেই ব্যবহার হয়েছে',
  'This user still has money or open work': 'এই ইউজারের এখনও টাকা বা চলমান কাজ আছে',
  'This wallet is frozen until this is fixed: {{reason}}': 'এটি ঠিক না হওয়া পর্যন্ত ওয়ালেটটি বন্ধ: {{reason}}',
  'This was encrypted with a lost key and can no longer be read': 'এর চাবি হারিয়ে গেছে: এটি আর পড়া যাবে না',
  'This was already posted': 'এটি আগেই হিসাবে তোলা হয়েছে',
  'Too many sign-ins right now. Try again in a minute.': 'এই মুহূর্তে অনেকেই সাইন ইন করছেন। এক মিনিট পরে আবার চেষ্টা করুন।',
  'Too many downloads are running. Try again when one has finished.': 'অনেকগুলো ডাউনলোড একসঙ্গে চলছে। একটি শেষ হলে আবার চেষ্টা করুন।',
  'Must not be blanks alone': 'শুধু ফাঁকা জায়গা হতে পারে না',
  'This is one of the most used passwords. Choose another.': 'এটি সবচেয়ে বেশি ব্যবহৃত পাসওয়ার্ডগুলোর একটি। অন্য একটি বাছুন।',
  'Must be more than a name, the email or the shop’s name with digits': 'শুধু নাম, ইমেইল বা দোকানের নামের সঙ্গে সংখ্যা হলে চলবে না',
  'Too many failed attempts. Try again in {{count}} seconds.': 'অনেকবার ভুল চেষ্টা হয়েছে। {{count}} সেকেন্ড পর আবার চেষ্টা করুন।',
  'Too many failed attempts. Try again after {{time}}.': 'অনেকবার ভুল চেষ্টা হয়েছে। {{time}}-এর পর আবার চেষ্টা করুন।',
  'Too many uploads are running. Try again when one has finished.': 'অনেকগুলো আপলোড একসঙ্গে চলছে। একটি শেষ হলে আবার চেষ্টা করুন।',
  'This has changed. Review it and try again.': 'এটি বদলে গেছে। দেখে নিয়ে আবার চেষ্টা করুন।',
  'Please sign in': 'সাইন ইন করুন',
  'Quantity changed while you were editing: now {{now}}': 'আপনি সম্পাদনা করার সময় পরিমাণ বদলে গেছে: এখন {{now}}',
  'The server is busy. Nothing was changed, try again.': 'সার্ভার ব্যস্ত। কিছুই বদলায়নি, আবার চেষ্টা করুন।',
  'Wrong phone or password': 'ফোন বা পাসওয়ার্ড ভুল',
  'Username is required': 'ইউজারনেম দিতে হবে',
  'Wallet changed while you were editing: now {{now}}': 'আপনি সম্পাদনা করার সময় ওয়ালেট বদলে গেছে: এখন {{now}}',
  'Earn wallet changed while you were editing: now {{now}}': 'আপনি সম্পাদনা করার সময় আর্ন ওয়ালেট বদলে গেছে: এখন {{now}}',
  'Your wallet changed while you were editing: now {{now}}': 'আপনি সম্পাদনা করার সময় আপনার ওয়ালেট বদলে গেছে: এখন {{now}}',
  'You have too many unused pictures. They are removed after a day.': 'আপনার অব্যবহৃত ছবি অনেক বেশি। এক দিন পরে সেগুলো মুছে যায়।',
  'Too many password changes right now. Try again in a minute.': 'আপনি একসঙ্গে অনেকগুলো পাসওয়ার্ড দিচ্ছেন। এক মিনিট পরে আবার চেষ্টা করুন।',
  'Your wallet is {{cash}}; you can hand over at most {{most}}': 'আপনার ওয়ালেটে আছে {{cash}}; আপনি সর্বোচ্চ {{most}} জমা দিতে পারেন',
  '{{name}} would cost more than {{most}} tk': '{{name}}-এর দাম {{most}} tk ছাড়িয়ে যাবে',
  // What breaks a rule of the books: why a wallet is frozen, or all money stopped.
  'Account {{id}} (user_wallet) says {{balance}} tk, its entries say {{sum}} tk':
    'হিসাব {{id}} (ওয়ালেট)-এ আছে {{balance}} tk, কিন্তু এর এন্ট্রির যোগফল {{sum}} tk',
  'Account {{id}} (user_wallet) is below zero: {{balance}} tk': 'হিসাব {{id}} (ওয়ালেট) শূন্যের নিচে: {{balance}} tk',
  'Account {{id}} (earn_wallet) says {{balance}} tk, its entries say {{sum}} tk':
    'হিসাব {{id}} (আর্ন ওয়ালেট)-এ আছে {{balance}} tk, কিন্তু এর এন্ট্রির যোগফল {{sum}} tk',
  'Account {{id}} (earn_wallet) is below zero: {{balance}} tk': 'হিসাব {{id}} (আর্ন ওয়ালেট) শূন্যের নিচে: {{balance}} tk',
  'Account {{id}} (earn_hold) says {{balance}} tk, its entries say {{sum}} tk':
    'হিসাব {{id}} (তোলার জন্য চাওয়া টাকা)-এ আছে {{balance}} tk, কিন্তু এর এন্ট্রির যোগফল {{sum}} tk',
  'Account {{id}} (earn_hold) is below zero: {{balance}} tk': 'হিসাব {{id}} (তোলার জন্য চাওয়া টাকা) শূন্যের নিচে: {{balance}} tk',
  'Account {{id}} (admin_wallet) says {{balance}} tk, its entries say {{sum}} tk':
    'হিসাব {{id}} (অ্যাডমিনের নগদ)-এ আছে {{balance}} tk, কিন্তু এর এন্ট্রির যোগফল {{sum}} tk',
  'Account {{id}} (admin_wallet) is below zero: {{balance}} tk': 'হিসাব {{id}} (অ্যাডমিনের নগদ) শূন্যের নিচে: {{balance}} tk',
  "Order {{id}} is {{status}} and moved its customer's wallet by {{moved}} tk instead of {{expected}} tk":
    'অর্ডার {{id}} এখন {{status}}: গ্রাহকের ওয়ালেট {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  'Order {{id}} is {{status}} and has {{moved}} tk in orders held instead of {{expected}} tk':
    'অর্ডার {{id}} এখন {{status}}: অপেক্ষমাণ অর্ডারের টাকায় এর আছে {{moved}} tk, হওয়ার কথা {{expected}} tk',
  "Product order {{id}} is {{status}} and moved its customer's wallet by {{moved}} tk instead of {{expected}} tk":
    'পণ্য অর্ডার {{id}} এখন {{status}}: গ্রাহকের ওয়ালেট {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  'Product order {{id}} is {{status}} and has {{moved}} tk in orders held instead of {{expected}} tk':
    'পণ্য অর্ডার {{id}} এখন {{status}}: অপেক্ষমাণ অর্ডারের টাকায় এর আছে {{moved}} tk, হওয়ার কথা {{expected}} tk',
  "Wallet add {{id}} is {{status}} and moved its customer's wallet by {{moved}} tk instead of {{expected}} tk":
    'ওয়ালেট যোগ {{id}} এখন {{status}}: গ্রাহকের ওয়ালেট {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  "Wallet add {{id}} is {{status}} and moved its approver's wallet by {{moved}} tk instead of {{expected}} tk":
    'ওয়ালেট যোগ {{id}} এখন {{status}}: অনুমোদনকারীর ওয়ালেট {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  'Wallet add {{id}} moved the wallet of admin {{admin}}, who did not approve it, by {{moved}} tk':
    'ওয়ালেট যোগ {{id}} অ্যাডমিন {{admin}}-এর ওয়ালেট {{moved}} tk বদলেছে, অথচ তিনি এটি অনুমোদন করেননি',
  "Withdrawal {{id}} is {{status}} and moved its customer's earn wallet by {{moved}} tk instead of {{expected}} tk":
    'উত্তোলন {{id}} এখন {{status}}: গ্রাহকের আর্ন ওয়ালেট {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  'Withdrawal {{id}} is {{status}} and has {{moved}} tk in the hold instead of {{expected}} tk':
    'উত্তোলন {{id}} এখন {{status}}: তোলার জন্য চাওয়া টাকায় এর আছে {{moved}} tk, হওয়ার কথা {{expected}} tk',
  "Hand-over {{id}} is {{status}} and moved its admin's wallet by {{moved}} tk instead of {{expected}} tk":
    'জমা {{id}} এখন {{status}}: অ্যাডমিনের ওয়ালেট {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  'Hand-over {{id}} is {{status}} and has {{moved}} tk in transit instead of {{expected}} tk':
    'জমা {{id}} এখন {{status}}: পথে থাকা নগদে এর আছে {{moved}} tk, হওয়ার কথা {{expected}} tk',
  'Adjustment {{id}} moved its wallet by {{moved}} tk instead of {{expected}} tk':
    'সমন্বয় {{id}} তার ওয়ালেট {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  'Journal {{journal}} moved {{amount}} tk on account {{account}}, which order {{id}} does not concern':
    'জার্নাল {{journal}} হিসাব {{account}}-এ {{amount}} tk নড়িয়েছে, অথচ অর্ডার {{id}} এই হিসাবের নয়',
  'Journal {{journal}} moved {{amount}} tk on account {{account}}, which product order {{id}} does not concern':
    'জার্নাল {{journal}} হিসাব {{account}}-এ {{amount}} tk নড়িয়েছে, অথচ পণ্য অর্ডার {{id}} এই হিসাবের নয়',
  'Journal {{journal}} moved {{amount}} tk on account {{account}}, which wallet add {{id}} does not concern':
    'জার্নাল {{journal}} হিসাব {{account}}-এ {{amount}} tk নড়িয়েছে, অথচ ওয়ালেট যোগ {{id}} এই হিসাবের নয়',
  'Journal {{journal}} moved {{amount}} tk on account {{account}}, which withdrawal {{id}} does not concern':
    'জার্নাল {{journal}} হিসাব {{account}}-এ {{amount}} tk নড়িয়েছে, অথচ উত্তোলন {{id}} এই হিসাবের নয়',
  'Journal {{journal}} moved {{amount}} tk on account {{account}}, which adjustment {{id}} does not concern':
    'জার্নাল {{journal}} হিসাব {{account}}-এ {{amount}} tk নড়িয়েছে, অথচ সমন্বয় {{id}} এই হিসাবের নয়',
  'Journal {{journal}} moved {{amount}} tk on account {{account}}, which hand over {{id}} does not concern':
    'জার্নাল {{journal}} হিসাব {{account}}-এ {{amount}} tk নড়িয়েছে, অথচ জমা {{id}} এই হিসাবের নয়',
  'Journal {{id}} ({{event}}) does not sum to zero: {{amount}} tk from account {{from}} to account {{to}}':
    'জার্নাল {{id}} ({{event}})-এর যোগফল শূন্য নয়: {{amount}} tk, হিসাব {{from}} থেকে হিসাব {{to}}-এ',
  'Journal {{id}} ({{event}}) does not sum to zero: {{amount}} tk from account {{from}} to account none':
    'জার্নাল {{id}} ({{event}})-এর যোগফল শূন্য নয়: {{amount}} tk, হিসাব {{from}} থেকে কোনো হিসাবে নয়',
  'Journal {{id}} ({{event}}) does not sum to zero: {{amount}} tk from account none to account {{to}}':
    'জার্নাল {{id}} ({{event}})-এর যোগফল শূন্য নয়: {{amount}} tk, কোনো হিসাব থেকে নয়, হিসাব {{to}}-এ',
  'Journal {{id}} ({{event}}) does not sum to zero: {{amount}} tk from account none to account none':
    'জার্নাল {{id}} ({{event}})-এর যোগফল শূন্য নয়: {{amount}} tk, কোনো হিসাব থেকে নয়, কোনো হিসাবে নয়',
  'Product order {{id}} is {{status}} and moved the stock of product {{product}} by {{moved}} instead of {{expected}}':
    'পণ্য অর্ডার {{id}} এখন {{status}}: পণ্য {{product}}-এর স্টক {{moved}} বদলেছে, হওয়ার কথা {{expected}}',
  'Product {{id}} has a quantity of {{quantity}}, its last movement left {{left}}':
    'পণ্য {{id}}-এর পরিমাণ {{quantity}}, শেষ ওঠানামায় ছিল {{left}}',
  'The count of {{status}} orders of package {{package}} is {{counted}}, there are {{number}}':
    'প্যাকেজ {{package}}-এর {{status}} অর্ডার গোনা হয়েছে {{counted}}টি, আছে {{number}}টি',
  'The count of {{status}} orders of block {{block}} is {{counted}}, there are {{number}}':
    'ব্লক {{block}}-এর {{status}} অর্ডার গোনা হয়েছে {{counted}}টি, আছে {{number}}টি',
  'The count of {{rows}} of block {{block}} is {{counted}}, there are {{number}}':
    'ব্লক {{block}}-এর {{rows}} গোনা হয়েছে {{counted}}টি, আছে {{number}}টি',
  '{{list}} of {{day}} in block {{block}} would not be found by their day':
    'ব্লক {{block}}-এর {{day}} তারিখের {{list}} দিন দিয়ে খুঁজে পাওয়া যাবে না',
  'The count of vouchers of package {{package}} in state {{state}} is {{counted}}, there are {{number}}':
    'প্যাকেজ {{package}}-এর {{state}} ভাউচার গোনা হয়েছে {{counted}}টি, আছে {{number}}টি',
  'The count of vouchers of package {{package}} in state {{state}} of block {{block}} is {{counted}}, there are {{number}}':
    'প্যাকেজ {{package}}-এর ব্লক {{block}}-এ {{state}} ভাউচার গোনা হয়েছে {{counted}}টি, আছে {{number}}টি',
  'The count of {{state}} numbers of message {{message}} of block {{block}} is {{counted}}, there are {{number}}':
    'বার্তা {{message}}-এর ব্লক {{block}}-এ {{state}} নম্বর গোনা হয়েছে {{counted}}টি, আছে {{number}}টি',
  'Orders of {{day}}, package {{package}}, admin {{admin}}: placed, completed, amount, cost are {{figures}} instead of {{right}}':
    '{{day}} তারিখের অর্ডার, প্যাকেজ {{package}}, অ্যাডমিন {{admin}}: করা, সম্পন্ন, পরিমাণ, খরচ আছে {{figures}}, হওয়ার কথা {{right}}',
  'Figures of {{kind}} of {{day}}: n, amount are {{figures}} instead of {{right}}':
    '{{day}} তারিখের {{kind}} হিসাব: সংখ্যা ও পরিমাণ আছে {{figures}}, হওয়ার কথা {{right}}',
  '{{name}}: user wallet': '{{name}}: ওয়ালেট',
  '{{name}}: earn hold': '{{name}}: তোলার জন্য চাওয়া টাকা',
  '{{name}}: admin wallet': '{{name}}: সংগ্রহ করা নগদ',
  'This code has changed. Review it, then delete it again.': 'এই কোড বদলে গেছে। দেখে নিয়ে আবার মুছুন।',
  'You have {{n}} views of this list: delete one first': 'এই তালিকার {{n}}টি ভিউ আপনার আছে: আগে একটি মুছুন',
}
