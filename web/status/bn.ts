import type { Texts } from '../ui/text/i18n.ts'

export const texts: Texts = {
  'Copy the audit log to its file': 'অডিট লগ তার ফাইলে কপি করা',
  'Write failed sign-ins to the audit log': 'ব্যর্থ সাইন ইন অডিট লগে লেখা',
  'Delete old counts of failed sign-ins': 'ব্যর্থ সাইন ইনের পুরোনো হিসাব মোছা',
  'Forget browsers that are no longer used': 'আর ব্যবহার হয় না এমন ব্রাউজার ভুলে যাওয়া',
  'One database role does both: the server could rewrite the audit log. Set DATABASE_OWNER_URL.':
    'একটি ডেটাবেস রোলই দুটো কাজ করে: সার্ভার অডিট লগ বদলে ফেলতে পারে। DATABASE_OWNER_URL সেট করুন।',
  'Another server has another WEBHOOK_URL or WEBHOOK_SECRET, or none, so webhooks go out as the server that sends them has it. Set both alike.':
    'আরেকটি সার্ভারে WEBHOOK_URL বা WEBHOOK_SECRET আলাদা বা নেই, তাই যে সার্ভার পাঠায় তার মতোই ওয়েবহুক যায়। দুটোই একই রাখুন।',
  'Another server has another STORE_KEY, or none, so the store’s calls fail at one of them. Set it alike.':
    'আরেকটি সার্ভারে STORE_KEY আলাদা বা নেই, তাই দোকানের সাইটের কল একটিতে ব্যর্থ হয়। একই রাখুন।',
  'Another server keeps its pictures elsewhere, so each lacks those uploaded at the other. Set S3_* alike, or share DATA_DIR/images.':
    'আরেকটি সার্ভার ছবি অন্য জায়গায় রাখে, তাই একটিতে আপলোড করা ছবি অন্যটিতে নেই। S3_* একই রাখুন, অথবা DATA_DIR/images ভাগ করুন।',
  'Another server has another PUBLIC_URL, or none, so passkeys and links differ by server. Set it alike.':
    'আরেকটি সার্ভারে PUBLIC_URL আলাদা বা নেই, তাই পাসকি ও লিংক সার্ভারভেদে আলাদা। একই রাখুন।',
  'Another server has another TRUST_PROXY, so one of them takes other addresses for those of its callers. Set it alike.':
    'আরেকটি সার্ভারে TRUST_PROXY আলাদা, তাই একটি সার্ভার কলকারীদের অন্য ঠিকানা ধরে নেয়। একই রাখুন।',
  'Another server has other CORS_ORIGINS, so pages elsewhere can call only one of them. Set them alike.':
    'আরেকটি সার্ভারে CORS_ORIGINS আলাদা, তাই অন্য জায়গার পাতা শুধু একটিতে কল করতে পারে। একই রাখুন।',
  'Another server has another METRICS_KEY, or none, so Prometheus reads only one of them. Set it alike.':
    'আরেকটি সার্ভারে METRICS_KEY আলাদা বা নেই, তাই Prometheus শুধু একটি পড়ে। একই রাখুন।',
  '{{error}} after {{count}} attempt': '{{count}} বার চেষ্টার পর {{error}}',
  '{{error}} after {{count}} attempts': '{{count}} বার চেষ্টার পর {{error}}',
  '{{waiting}} waiting, {{failed}} failed': '{{waiting}}টি অপেক্ষায়, {{failed}}টি ব্যর্থ',
  'status {{status}}': 'স্ট্যাটাস {{status}}',
  failed: 'ব্যর্থ',
  'Check now': 'এখন যাচাই করুন',
  'Checking the books...': 'হিসাব যাচাই হচ্ছে...',
  'All {{count}} OK': 'সব {{count}}টি ঠিক আছে',
  '{{bad}} of {{count}} need attention': '{{count}}টির মধ্যে {{bad}}টি দেখা দরকার',
  'Not checked yet': 'এখনও যাচাই হয়নি',
  'Webhooks to be tried again: {total}': 'আবার চেষ্টা হবে: {total}টি ওয়েবহুক',
  'Webhook will be tried again': 'ওয়েবহুকটি আবার চেষ্টা করা হবে',
  'Every adjustment moved its wallet by its amount': 'প্রতিটি সমন্বয় তার ওয়ালেট ঠিক তার পরিমাণে বদলেছে',
  'Every wallet add that an admin completed, and no other, is in its approver’s wallet':
    'অ্যাডমিনের সম্পন্ন করা প্রতিটি ওয়ালেট যোগ, আর কোনোটি নয়, তার অনুমোদনকারীর ওয়ালেটে আছে',
  'Every wallet add that was completed automatically, and no other, is in the store’s cash':
    'স্বয়ংক্রিয়ভাবে সম্পন্ন প্রতিটি ওয়ালেট যোগ, আর কোনোটি নয়, দোকানের নগদে আছে',
  'Every completed wallet add, and no other, is in its customer’s wallet':
    'প্রতিটি সম্পন্ন ওয়ালেট যোগ, আর কোনোটি নয়, তার গ্রাহকের ওয়ালেটে আছে',
  'Every hand-over took its amount from its admin’s wallet, and nothing once cancelled':
    'প্রতিটি নগদ জমা তার অ্যাডমিনের ওয়ালেট থেকে তার পরিমাণ নিয়েছে, বাতিল হলে কিছুই নয়',
  'Every journal sums to zero: what one account gives, another gets': 'প্রতিটি জার্নালের যোগফল শূন্য: এক হিসাব যা দেয়, অন্যটি তা পায়',
  'Every order that was delivered by codes has those of its recipe, and no other order has any':
    'কোড দিয়ে ডেলিভারি করা প্রতিটি অর্ডারে তার রেসিপির কোডগুলো আছে, অন্য কোনো অর্ডারে নেই',
  'Where the cost of each code of an order is known, the order’s cost is theirs':
    'অর্ডারের প্রতিটি কোডের কেনার দাম জানা থাকলে অর্ডারের খরচ সেগুলোর যোগফল',
  'The cost of order {{id}} is {{cost}} instead of {{expected}}': 'অর্ডার {{id}}-এর খরচ {{expected}}-এর বদলে {{cost}}',
  'Every delivered code is Used, of the order’s customer, and the first one stands in the order':
    'ডেলিভারি করা প্রতিটি কোড ব্যবহৃত ও অর্ডারের গ্রাহকের, আর প্রথমটি অর্ডারে লেখা আছে',
  'Every order took its amount from its customer’s wallet, less what was refunded in part, and nothing once cancelled':
    'প্রতিটি অর্ডার তার গ্রাহকের ওয়ালেট থেকে আংশিক ফেরত বাদে তার দাম নিয়েছে, বাতিল হলে কিছুই নয়',
  'What an order was refunded in part is what its refunds gave back, and each is numbered':
    'অর্ডারের আংশিক ফেরত তার ফেরতের জার্নালগুলোর যোগফলের সমান, প্রতিটির নম্বর আছে',
  'Every wallet is what its entries say': 'প্রতিটি ওয়ালেট তার এন্ট্রির সমান',
  'Every withdrawal took its amount from its customer’s earn wallet, and nothing once cancelled':
    'প্রতিটি উত্তোলন তার গ্রাহকের আর্ন ওয়ালেট থেকে তার পরিমাণ নিয়েছে, বাতিল হলে কিছুই নয়',
  'Frozen accounts': 'বন্ধ করা অ্যাকাউন্ট',
  OK: 'ঠিক আছে',
  'no answer': 'উত্তর নেই',
  refused: 'ফিরিয়ে দেওয়া',
  'No webhook URL is set: decisions are not sent to the store.': 'ওয়েবহুক URL দেওয়া নেই: সিদ্ধান্ত দোকানের সাইটে পাঠানো হয় না।',
  'No money moves until this is fixed': 'এটি ঠিক না হওয়া পর্যন্ত কোনো টাকা কাটা বা ফেরত হবে না',
  'No wallet is below zero': 'কোনো ওয়ালেট শূন্যের নিচে নয়',
  'Open orders, and no others, are in orders held': 'খোলা অর্ডারের টাকা, আর কিছু নয়, খোলা অর্ডারের টাকার হিসাবে আছে',
  'Pending hand-overs, and no others, are in transit': 'অপেক্ষমাণ নগদ জমা, আর কিছু নয়, পথে আছে',
  'Pending withdrawals, and no others, are in their customers’ holds': 'অপেক্ষমাণ উত্তোলন, আর কিছু নয়, গ্রাহকের তোলার জন্য চাওয়া টাকায় আছে',
  'Accounting checks': 'হিসাবের যাচাই',
  'System status': 'সিস্টেমের অবস্থা',
  'Books not balanced': 'হিসাব মেলেনি',
  'Books balanced': 'হিসাব মিলেছে',
  'The dashboard’s figures of customers, wallets and wallet adds are exact': 'ড্যাশবোর্ডে গ্রাহক, ওয়ালেট ও ওয়ালেট যোগের হিসাব নিখুঁত',
  'The dashboard’s figures of orders, by day, package and admin, are exact':
    'ড্যাশবোর্ডে দিন, প্যাকেজ ও অ্যাডমিন অনুযায়ী অর্ডারের হিসাব নিখুঁত',
  'The counters by which a page of orders is found are exact': 'যে গণনা দিয়ে অর্ডারের পাতা খোঁজা হয় তা নিখুঁত',
  'The counters by which a page of some packages’ orders is found are exact': 'যে গণনা দিয়ে কিছু প্যাকেজের অর্ডারের পাতা খোঁজা হয় তা নিখুঁত',
  'The figures of shift sheets, by day and admin, are exact': 'শিফট শিটে দিন ও অ্যাডমিন অনুযায়ী হিসাব নিখুঁত',
  'The counters by which customers are sorted are exact': 'যে গণনা দিয়ে গ্রাহকদের সাজানো হয় তা নিখুঁত',
  'The counters by which a page of vouchers is found are exact': 'যে গণনা দিয়ে ভাউচারের পাতা খোঁজা হয় তা নিখুঁত',
  'The days by which orders, wallet adds, withdrawals and customers are found are complete':
    'যে দিন দিয়ে অর্ডার, ওয়ালেট যোগ, উত্তোলন ও গ্রাহক খোঁজা হয় তা সম্পূর্ণ',
  'The counters of orders are exact': 'অর্ডারের গণনা নিখুঁত',
  'The counters of SMS campaigns are exact': 'এসএমএস ক্যাম্পেইনের গণনা নিখুঁত',
  'The counters of vouchers are exact: by them a package is on sale': 'ভাউচারের গণনা নিখুঁত: এ দিয়েই প্যাকেজ বিক্রিতে থাকে',
  'The counters of wallet adds, withdrawals, product orders and customers are exact':
    'ওয়ালেট যোগ, উত্তোলন, পণ্য অর্ডার ও গ্রাহকের গণনা নিখুঁত',
  'Every physical product’s quantity is what its last movement left': 'প্রতিটি ফিজিক্যাল পণ্যের পরিমাণ তার শেষ ওঠানামার সমান',
  'Every product order took its amount from its customer’s wallet, and nothing once cancelled':
    'প্রতিটি পণ্য অর্ডার তার গ্রাহকের ওয়ালেট থেকে নিজের টাকা নিয়েছে, বাতিল হলে কিছুই নয়',
  'Every product order took its quantity from the stock, and nothing once cancelled':
    'প্রতিটি পণ্য অর্ডার স্টক থেকে তার পরিমাণ নিয়েছে, বাতিল হলে কিছুই নয়',
  'Open product orders, and no others, are in orders held': 'খোলা পণ্য অর্ডারের টাকা, আর কিছু নয়, খোলা অর্ডারের টাকার হিসাবে আছে',
  'The store’s own accounts': 'দোকানের নিজের অ্যাকাউন্ট',
  'Try all again': 'সব আবার চেষ্টা করুন',
  'Try again: {{name}}': 'আবার চেষ্টা করুন: {{name}}',
  'Trying again...': 'আবার চেষ্টা হচ্ছে...',
  Webhooks: 'ওয়েবহুক',
  'Server and database': 'সার্ভার ও ডেটাবেস',
  'Running for': 'চলছে',
  Memory: 'মেমোরি',
  Migration: 'মাইগ্রেশন',
  'Size of the database': 'ডেটাবেসের আকার',
  Connections: 'সংযোগ',
  'Free disk space': 'ডিস্কে খালি জায়গা',
  'Standby for reads': 'পড়ার স্ট্যান্ডবাই',
  'In use': 'ব্যবহার হচ্ছে',
  Behind: 'পিছিয়ে আছে',
  'Does not answer': 'সাড়া দিচ্ছে না',
  'Not a standby': 'স্ট্যান্ডবাই নয়',
  '{{size}} behind': '{{size}} পিছিয়ে',
  'The standby serves no reads now. The primary serves them instead.':
    'স্ট্যান্ডবাই থেকে এখন কিছু পড়া হচ্ছে না। তার বদলে মূল ডেটাবেস থেকে পড়া হচ্ছে।',
  Queues: 'যা অপেক্ষায়',
  'Recurring jobs': 'নিয়মিত কাজ',
  'Running for {{time}}, longer than it should. See the log.': '{{time}} ধরে চলছে, স্বাভাবিকের চেয়ে বেশি। লগ দেখুন।',
  'The last run failed. See the log.': 'শেষবার মাঝপথে থেমে গেছে। লগ দেখুন।',
  'every {{time}}': 'প্রতি {{time}}',
  'for {{time}}': '{{time}} ধরে',
  '{{count}} s': '{{count}} সে',
  'Order changes to count': 'অর্ডারের যেসব পরিবর্তন গোনা বাকি',
  'Money and customer changes to count': 'টাকা ও গ্রাহকের যেসব পরিবর্তন গোনা বাকি',
  'Voucher changes to count': 'ভাউচারের যেসব পরিবর্তন গোনা বাকি',
  'Audit log entries to seal': 'অডিট লগের যেসব এন্ট্রি সিল করা বাকি',
  'Count orders': 'অর্ডার গোনা',
  'Count voucher codes': 'ভাউচার কোড গোনা',
  'Find packages low on codes': 'কম কোডের প্যাকেজ দেখা',
  'Count wallet adds, withdrawals and customers': 'ওয়ালেট যোগ, উত্তোলন ও গ্রাহক গোনা',
  'Count SMS': 'এসএমএস গোনা',
  'Number events for the store': 'স্টোরের জন্য ঘটনার নম্বর দেওয়া',
  'Find changes of the catalogue': 'ক্যাটালগের পরিবর্তন খোঁজা',
  'Delete old webhooks': 'পুরোনো ওয়েবহুক মোছা',
  'Erase in-game passwords of old orders': 'পুরোনো অর্ডারের গেমের পাসওয়ার্ড মোছা',
  'Delete ended sessions': 'শেষ হওয়া সেশন মোছা',
  'Delete old failed sign-ins': 'পুরোনো ব্যর্থ সাইন ইন মোছা',
  'Delete old idempotency keys': 'পুনরায় করা কলের পুরোনো উত্তর মোছা',
  'Check the books': 'হিসাব যাচাই',
  'End claims of admins without access': 'যাঁর আর কাজের অনুমতি নেই তাঁর হাতের অর্ডার ছাড়িয়ে নেওয়া',
  'Send SMS': 'এসএমএস পাঠানো',
  'Send webhooks': 'ওয়েবহুক পাঠানো',
  'Find what staff are told': 'কর্মীদের যা জানাতে হবে খোঁজা',
  'Add customers to SMS': 'এসএমএসে গ্রাহক যোগ করা',
  'Send staff notices': 'কর্মীদের বার্তা পাঠানো',
  'Delete old staff notices': 'কর্মীদের পুরোনো বার্তা মোছা',
  'Seal the audit log': 'অডিট লগ সিল করা',
  'Delete unused pictures': 'অব্যবহৃত ছবি মোছা',
  'Read the shop’s settings': 'দোকানের সেটিংস পড়া',
  Backups: 'ব্যাকআপ',
  'Last backup': 'শেষ ব্যাকআপ',
  '{{time}} ago': '{{time}} আগে',
  never: 'কখনও নয়',
  Restored: 'ফিরিয়ে আনা হয়েছে',
  'backup of': 'যে সময়ের ব্যাকআপ:',
  '{{size}} kB, {{rows}} rows': '{{size}} kB, {{rows}}টি সারি',
  'with the key': 'কী-সহ',
  'without the key': 'কী ছাড়া',
  '{{count}} pictures missing': '{{count}}টি ছবি নেই',
  'SMS changes to count': 'এসএমএসের যেসব পরিবর্তন গোনা বাকি',
  'Every movement of a wallet, hold, orders held or cash in transit belongs to its record':
    'ওয়ালেট, তোলার জন্য চাওয়া টাকা, খোলা অর্ডারের টাকা আর পথে থাকা নগদ কেবল সংশ্লিষ্ট রেকর্ডই বদলেছে',
  'Every journal has the audit row of its own transaction': 'প্রতিটি জার্নালের নিজের ট্রানজেকশনের একটি সারি অডিট লগে আছে',
  'Journal {{id}} ({{event}}, {{amount}} tk) has no audit row': 'জার্নাল {{id}} ({{event}}, {{amount}} tk)-এর কোনো সারি অডিট লগে নেই',
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
    'হিসাব {{id}} (সংগ্রহ করা নগদ)-এ আছে {{balance}} tk, কিন্তু এর এন্ট্রির যোগফল {{sum}} tk',
  'Account {{id}} (admin_wallet) is below zero: {{balance}} tk': 'হিসাব {{id}} (সংগ্রহ করা নগদ) শূন্যের নিচে: {{balance}} tk',
  "Order {{id}} is {{status}} and moved its customer's wallet by {{moved}} tk instead of {{expected}} tk":
    'অর্ডার {{id}} এখন {{status}}: গ্রাহকের ওয়ালেট {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  'Order {{id}} was refunded {{moved}} tk in {{parts}} parts, its journals say {{expected}} tk in {{journals}}':
    'অর্ডার {{id}} {{parts}} বারে {{moved}} tk ফেরত পেয়েছে, জার্নালে আছে {{journals}} বারে {{expected}} tk',
  'Order {{id}} has {{moved}} codes of package {{package}} instead of {{expected}}':
    'অর্ডার {{id}}-এ প্যাকেজ {{package}}-এর কোড আছে {{moved}}টি, থাকার কথা {{expected}}টি',
  'Voucher {{id}} of order {{order}} has status {{status}}, customer {{customer}} and place {{place}}':
    'অর্ডার {{order}}-এর ভাউচার {{id}}-এর অবস্থা {{status}}, গ্রাহক {{customer}}, স্থান {{place}}',
  'Order {{id}} is {{status}} and has {{moved}} tk in orders held instead of {{expected}} tk':
    'অর্ডার {{id}} এখন {{status}}: খোলা অর্ডারের টাকায় এর আছে {{moved}} tk, হওয়ার কথা {{expected}} tk',
  "Product order {{id}} is {{status}} and moved its customer's wallet by {{moved}} tk instead of {{expected}} tk":
    'পণ্য অর্ডার {{id}} এখন {{status}}: গ্রাহকের ওয়ালেট {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  'Product order {{id}} is {{status}} and has {{moved}} tk in orders held instead of {{expected}} tk':
    'পণ্য অর্ডার {{id}} এখন {{status}}: খোলা অর্ডারের টাকায় এর আছে {{moved}} tk, হওয়ার কথা {{expected}} tk',
  "Wallet add {{id}} is {{status}} and moved its customer's wallet by {{moved}} tk instead of {{expected}} tk":
    'ওয়ালেট যোগ {{id}} এখন {{status}}: গ্রাহকের ওয়ালেট {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  "Wallet add {{id}} is {{status}} and moved its approver's wallet by {{moved}} tk instead of {{expected}} tk":
    'ওয়ালেট যোগ {{id}} এখন {{status}}: অনুমোদনকারীর ওয়ালেট {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  "Wallet add {{id}} is {{status}} and moved the store's cash by {{moved}} tk instead of {{expected}} tk":
    'ওয়ালেট যোগ {{id}} এখন {{status}}: দোকানের নগদ {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  'Wallet add {{id}} moved the wallet of admin {{admin}}, who did not approve it, by {{moved}} tk':
    'ওয়ালেট যোগ {{id}} অ্যাডমিন {{admin}}-এর ওয়ালেট {{moved}} tk বদলেছে, অথচ তিনি এটি অনুমোদন করেননি',
  "Withdrawal {{id}} is {{status}} and moved its customer's earn wallet by {{moved}} tk instead of {{expected}} tk":
    'উত্তোলন {{id}} এখন {{status}}: গ্রাহকের আর্ন ওয়ালেট {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  'Withdrawal {{id}} is {{status}} and has {{moved}} tk in the hold instead of {{expected}} tk':
    'উত্তোলন {{id}} এখন {{status}}: তোলার জন্য চাওয়া টাকায় এর আছে {{moved}} tk, হওয়ার কথা {{expected}} tk',
  "Hand-over {{id}} is {{status}} and moved its admin's wallet by {{moved}} tk instead of {{expected}} tk":
    'নগদ জমা {{id}} এখন {{status}}: অ্যাডমিনের ওয়ালেট {{moved}} tk বদলেছে, হওয়ার কথা {{expected}} tk',
  'Hand-over {{id}} is {{status}} and has {{moved}} tk in transit instead of {{expected}} tk':
    'নগদ জমা {{id}} এখন {{status}}: পথে থাকা নগদে এর আছে {{moved}} tk, হওয়ার কথা {{expected}} tk',
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
    'জার্নাল {{journal}} হিসাব {{account}}-এ {{amount}} tk নড়িয়েছে, অথচ নগদ জমা {{id}} এই হিসাবের নয়',
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
  'The count of {{status}} orders of package {{package}} at {{amount}} tk is {{counted}}, there are {{number}}':
    'প্যাকেজ {{package}}-এর {{amount}} টাকার {{status}} অর্ডার গোনা হয়েছে {{counted}}টি, আছে {{number}}টি',
  'The count of {{status}} orders of package {{package}} at {{amount}} tk in block {{block}} is {{counted}}, there are {{number}}':
    'ব্লক {{block}}-এ প্যাকেজ {{package}}-এর {{amount}} টাকার {{status}} অর্ডার গোনা হয়েছে {{counted}}টি, আছে {{number}}টি',
  'Customer {{id}} has {{total}} orders, {{today}} of them on {{day}}, and was counted with {{counted}} and {{countedToday}}':
    'গ্রাহক {{id}}-এর অর্ডার {{total}}টি, তার মধ্যে {{day}} তারিখে {{today}}টি; গোনা হয়েছে {{counted}}টি ও {{countedToday}}টি',
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
  'Shift of {{day}}, account {{account}}: collected, wallet_adds, handed_over, written_off are {{figures}} instead of {{right}}':
    '{{day}} তারিখের শিফট, হিসাব {{account}}: সংগ্রহ, ওয়ালেট যোগ, জমা, বাদ আছে {{figures}}, হওয়ার কথা {{right}}',
  'Orders of {{day}}, package {{package}}, admin {{admin}}: placed, completed, cancelled, amount, cost are {{figures}} instead of {{right}}':
    '{{day}} তারিখের অর্ডার, প্যাকেজ {{package}}, অ্যাডমিন {{admin}}: করা, সম্পন্ন, বাতিল, পরিমাণ, খরচ আছে {{figures}}, হওয়ার কথা {{right}}',
  'Figures of {{kind}} of {{day}}: n, amount are {{figures}} instead of {{right}}':
    '{{day}} তারিখের {{kind}} হিসাব: সংখ্যা ও পরিমাণ আছে {{figures}}, হওয়ার কথা {{right}}',
  '{{name}}: user wallet': '{{name}}: ওয়ালেট',
  '{{name}}: earn hold': '{{name}}: তোলার জন্য চাওয়া টাকা',
  '{{name}}: admin wallet': '{{name}}: সংগ্রহ করা নগদ',
}
