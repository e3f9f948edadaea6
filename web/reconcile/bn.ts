import type { Texts } from '../kit/i18n.ts'

/** The rules' own sentences come from the server. */
export const texts: Texts = {
  '{{error}} after {{count}} attempt': '{{count}} বার চেষ্টার পর {{error}}',
  '{{error}} after {{count}} attempts': '{{count}} বার চেষ্টার পর {{error}}',
  '{{waiting}} waiting, {{failed}} failed': '{{waiting}}টি অপেক্ষায়, {{failed}}টি ব্যর্থ',
  broken: 'ভেঙেছে',
  'Check now': 'এখন দেখুন',
  'Checking the books...': 'হিসাব দেখা হচ্ছে...',
  'Delivery will be tried again': 'আবার পাঠানোর চেষ্টা হবে',
  'Every adjustment moved its wallet by its amount': 'প্রতিটি সমন্বয় তার ওয়ালেট ঠিক তার পরিমাণে বদলেছে',
  'Every completed wallet add, and no other, is in its approver’s wallet':
    'প্রতিটি সম্পন্ন ওয়ালেট যোগ, আর কোনোটি নয়, তার অনুমোদকের ওয়ালেটে আছে',
  'Every completed wallet add, and no other, is in its customer’s wallet':
    'প্রতিটি সম্পন্ন ওয়ালেট যোগ, আর কোনোটি নয়, তার গ্রাহকের ওয়ালেটে আছে',
  'Every hand-over took its amount from its admin’s wallet, and nothing once cancelled':
    'প্রতিটি জমা তার অ্যাডমিনের ওয়ালেট থেকে তার পরিমাণ নিয়েছে, বাতিল হলে কিছুই নয়',
  'Every journal sums to zero: what one account gives, another gets': 'প্রতিটি জার্নালের যোগফল শূন্য: এক হিসাব যা দেয়, অন্যটি তা পায়',
  'Every order took its amount from its customer’s wallet, and nothing once cancelled':
    'প্রতিটি অর্ডার তার গ্রাহকের ওয়ালেট থেকে তার দাম নিয়েছে, বাতিল হলে কিছুই নয়',
  'Every wallet is what its entries say': 'প্রতিটি ওয়ালেট তার এন্ট্রির সমান',
  'Every withdrawal took its amount from its customer’s earn wallet, and nothing once cancelled':
    'প্রতিটি উত্তোলন তার গ্রাহকের আর্ন ওয়ালেট থেকে তার পরিমাণ নিয়েছে, বাতিল হলে কিছুই নয়',
  'Frozen accounts': 'বন্ধ করা অ্যাকাউন্ট',
  holds: 'ঠিক আছে',
  'No address of the store is set: decisions are not told to it.': 'দোকানের ঠিকানা দেওয়া নেই: সিদ্ধান্ত তাকে জানানো হয় না।',
  'No money moves until this is mended': 'এটি ঠিক না হওয়া পর্যন্ত কোনো টাকা নড়বে না',
  'No record moved the wallet of a customer whom it does not concern': 'কোনো রেকর্ড অন্য গ্রাহকের ওয়ালেট বদলায়নি',
  'No wallet is below zero': 'কোনো ওয়ালেট শূন্যের নিচে নয়',
  'Open orders, and no others, are in orders held': 'চলমান অর্ডারের টাকা, আর কিছু নয়, অপেক্ষমাণ হিসাবে আছে',
  'Pending hand-overs, and no others, are in transit': 'অপেক্ষমাণ জমা, আর কিছু নয়, পথে আছে',
  'Pending withdrawals, and no others, are in their customers’ holds': 'অপেক্ষমাণ উত্তোলন, আর কিছু নয়, গ্রাহকের আটকানো হিসাবে আছে',
  'Rules of the books': 'হিসাবের নিয়ম',
  'System status': 'সিস্টেমের অবস্থা',
  'The books are not right': 'হিসাব ঠিক নেই',
  'The books are right': 'হিসাব ঠিক আছে',
  'The dashboard’s figures of customers, wallets and wallet adds are exact': 'ড্যাশবোর্ডে গ্রাহক, ওয়ালেট ও ওয়ালেট যোগের হিসাব নিখুঁত',
  'The dashboard’s figures of orders, by day, package and admin, are exact':
    'ড্যাশবোর্ডে দিন, প্যাকেজ ও অ্যাডমিন অনুযায়ী অর্ডারের হিসাব নিখুঁত',
  'The counters by which a page of orders is found are exact': 'যে গণনা দিয়ে অর্ডারের পাতা খোঁজা হয় তা নিখুঁত',
  'The counters of orders are exact': 'অর্ডারের গণনা নিখুঁত',
  'The counters of vouchers are exact: by them a package is on sale': 'ভাউচারের গণনা নিখুঁত: এ দিয়েই প্যাকেজ বিক্রিতে থাকে',
  'The counters of wallet adds, withdrawals, product orders and customers are exact':
    'ওয়ালেট যোগ, উত্তোলন, পণ্য অর্ডার ও গ্রাহকের গণনা নিখুঁত',
  'Every physical product’s quantity is what its last movement left': 'প্রতিটি ফিজিক্যাল প্রোডাক্টের পরিমাণ তার শেষ ওঠানামার সমান',
  'Every product order took its amount from its customer’s wallet, and nothing once cancelled':
    'প্রতিটি পণ্য অর্ডার তার গ্রাহকের ওয়ালেট থেকে নিজের টাকা নিয়েছে, বাতিল হলে কিছুই নয়',
  'Every product order took its quantity from the stock, and nothing once cancelled':
    'প্রতিটি পণ্য অর্ডার স্টক থেকে তার পরিমাণ নিয়েছে, বাতিল হলে কিছুই নয়',
  'Open product orders, and no others, are in orders held': 'চলমান পণ্য অর্ডার, আর কিছু নয়, অপেক্ষমাণ অর্ডারের টাকায় আছে',
  'The store’s own accounts': 'দোকানের নিজের অ্যাকাউন্ট',
  'Trying again...': 'আবার চেষ্টা হচ্ছে...',
  'What the store was told': 'দোকানকে যা জানানো হয়েছে',
}
