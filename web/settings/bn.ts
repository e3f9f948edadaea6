import type { Texts } from '../ui/text/i18n.ts'

/** /settings and /tables. */
export const texts: Texts = {
  'A package with fewer voucher codes than this is shown as low.': 'এর চেয়ে কম ভাউচার কোড থাকলে প্যাকেজটি কম হিসেবে দেখানো হয়।',
  'Accepted if the response says': 'উত্তরে যা থাকলে গৃহীত',
  'In this JSON field of the response': 'উত্তরের এই JSON ফিল্ডে',
  'For example response_code, or data.0.status for a nested field. Empty: anywhere in the response.':
    'যেমন response_code, বা ভেতরের ফিল্ডের জন্য data.0.status। খালি থাকলে উত্তরের যেকোনো জায়গায়।',
  'Whole words, for example SUCCESS or 202. A 2xx response without them counts as refused and can be sent again. Empty: every 2xx response counts as sent, unless it clearly reports an error.':
    'পুরো শব্দ, যেমন SUCCESS বা 202। এটি ছাড়া 2xx উত্তর প্রত্যাখ্যাত ধরা হয় এবং আবার পাঠানো যায়। খালি থাকলে প্রতিটি 2xx উত্তর পাঠানো হয়েছে ধরা হয়, যদি না তাতে স্পষ্ট ভুলের কথা থাকে।',
  'Gateway URL': 'গেটওয়ের URL',
  'Send test event': 'পরীক্ষামূলক ইভেন্ট পাঠান',
  'Sending a test event...': 'পরীক্ষামূলক ইভেন্ট পাঠানো হচ্ছে...',
  'Test event delivered': 'পরীক্ষামূলক ইভেন্ট পৌঁছেছে',
  'Goes to the saved webhook URL, once.': 'সংরক্ষিত ওয়েবহুক URL-এ একবার যায়।',
  'Webhook URL': 'ওয়েবহুক URL',
  'An order in progress counts as left when its holder’s dashboard has been closed for this long.':
    'যার হাতে অর্ডার, তার ড্যাশবোর্ড এতক্ষণ বন্ধ থাকলে চলমান অর্ডারটি ফেলে যাওয়া ধরা হয়।',
  'Another program that signs in with a password somebody else set can only change it, as in the dashboard.':
    'অন্য কারও দেওয়া পাসওয়ার্ড দিয়ে অন্য কোনো প্রোগ্রাম সাইন ইন করলে শুধু সেটি বদলাতে পারবে, ড্যাশবোর্ডের মতোই।',
  'Require own passwords': 'নিজের পাসওয়ার্ড বাধ্যতামূলক',
  'API reference': 'API নির্দেশিকা',
  'Columns of your tables': 'আপনার তালিকাগুলোর কলাম',
  Comfortable: 'স্বাভাবিক',
  'Comfortable rows': 'স্বাভাবিক সারি',
  Compact: 'ঘন',
  'Days begin at midnight in this zone. Changing it recalculates every figure: work may wait for some seconds.':
    'এই অঞ্চলের মধ্যরাতে দিন শুরু হয়। বদলালে সব হিসাব আবার গোনা হয়: কাজ কয়েক সেকেন্ড অপেক্ষা করতে পারে।',
  'Keep in-game passwords for (days)': 'গেমের পাসওয়ার্ড রাখা হবে (দিন)',
  'Every table shows all its columns again.': 'সব তালিকা আবার সব কলাম দেখাবে।',
  'Low-stock alert': 'স্টক কমের সতর্কতা',
  'Applied immediately and saved in this browser.': 'সঙ্গে সঙ্গে কার্যকর হয় ও এই ব্রাউজারে সংরক্ষিত থাকে।',
  'Off (saved only)': 'বন্ধ (শুধু সংরক্ষণ)',
  'Gateway key': 'গেটওয়ের কী',
  'Allowed internal hosts': 'অনুমোদিত অভ্যন্তরীণ হোস্ট',
  'The gateway and the webhook may be at these private addresses, for example 10.0.0.5, sms.lan. Every other private address is refused.':
    'গেটওয়ে ও ওয়েবহুক এই প্রাইভেট ঠিকানাগুলোতে থাকতে পারে, যেমন 10.0.0.5, sms.lan। অন্য সব প্রাইভেট ঠিকানা প্রত্যাখ্যান করা হয়।',
  Language: 'ভাষা',
  'Messages per second': 'প্রতি সেকেন্ডে বার্তা',
  Method: 'পদ্ধতি',
  'Claim time (minutes)': 'অর্ডার হাতে রাখার সময় (মিনিট)',
  'Not set': 'দেওয়া নেই',
  'Set. Leave empty to keep it.': 'দেওয়া আছে। একই রাখতে খালি রাখুন।',
  Reset: 'আগের মতো করুন',
  'Reset all': 'সব আগের মতো করুন',
  'Rows in tables': 'তালিকার সারি',
  'Signing secret': 'সাইনিং সিক্রেট',
  'On (HTTP gateway)': 'চালু (HTTP গেটওয়ে)',
  Settings: 'সেটিংস',
  'Settings updated successfully': 'সেটিংস সফলভাবে হালনাগাদ হয়েছে',
  'In-game passwords and security codes are erased this long after an order closes.':
    'অর্ডার বন্ধ হওয়ার এত দিন পরে গেমের পাসওয়ার্ড ও সিকিউরিটি কোড মুছে ফেলা হয়।',
  'Shown in the header and on the sign-in page.': 'উপরের পট্টিতে ও সাইন ইন পাতায় দেখা যায়।',
  'SMS campaigns': 'এসএমএস ক্যাম্পেইন',
  'Numbers of an SMS campaign': 'এসএমএস ক্যাম্পেইনের নম্বর',
  'Stock movements': 'স্টকের ওঠানামা',
  'Table columns': 'তালিকার কলাম',
  'Tables you have changed in this browser': 'এই ব্রাউজারে যেসব তালিকা আপনি বদলেছেন',
  'SMS sending': 'এসএমএস পাঠানো',
  SMS: 'এসএমএস',
  Shop: 'দোকান',
  'Time zone': 'সময় অঞ্চল',
  'Receives every decision on orders and money. Empty: nothing is sent, now or later, and the store has to read the decisions itself.':
    'অর্ডার ও টাকার প্রতিটি সিদ্ধান্ত এখানে যায়। খালি থাকলে কিছুই পাঠানো হয় না, পরেও নয়; সিদ্ধান্ত স্টোরকে নিজে পড়ে নিতে হবে।',
  'Updating settings...': 'সেটিংস হালনাগাদ হচ্ছে...',
  'WEBHOOK_URL is set on the server and overrides this: {{url}}': 'সার্ভারে WEBHOOK_URL দেওয়া আছে এবং সেটিই কার্যকর: {{url}}',
  'Wallet changes per sub-admin and day': 'প্রতি সাব-অ্যাডমিনের দৈনিক ওয়ালেট পরিবর্তন',
  'How many tk one sub-admin’s wallet edits and earn wallet adjustments may move in a day. 0: no limit.':
    'একজন সাব-অ্যাডমিন ওয়ালেট সম্পাদনা ও আর্ন ওয়ালেট সমন্বয়ে দিনে সর্বোচ্চ কত টাকা বদলাতে পারবেন। 0: কোনো সীমা নেই।',
  Webhook: 'ওয়েবহুক',
  'Include {phone} and {message}. {key} stands for the key below, {id} for the message’s ID.':
    '{phone} ও {message} থাকতে হবে। {key} মানে নিচের কী, {id} মানে বার্তার আইডি।',
  'With POST, the part after the question mark is sent as a form.': 'POST দিলে প্রশ্নচিহ্নের পরের অংশ ফর্ম হিসেবে পাঠানো হয়।',
  Personal: 'ব্যক্তিগত',
  '{{count}} column hidden': '{{count}}টি কলাম লুকানো',
  '{{count}} columns hidden': '{{count}}টি কলাম লুকানো',
}
