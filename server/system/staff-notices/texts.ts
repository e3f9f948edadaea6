import type { StaffEvent } from '#contract/staff-notices.ts'

type Values = Readonly<Record<string, string | number>>
type Texts = Readonly<Record<StaffEvent | 'test', (values: Values) => string>>

/** What staff read on their phones: no secret, no code, no whole phone number. */
export const TEXTS: Readonly<Record<'en' | 'bn', Texts>> = {
  en: {
    order_waiting: ({ count, minutes }) => `Orders that wait longer than ${minutes} minutes: ${count}`,
    wallet_add_large: ({ id, amount }) => `Wallet add #${id} of ${amount} waits`,
    codes_low: ({ names }) => `Low on codes: ${names}`,
    phone_silent: ({ names }) => `Silent payment phones: ${names}`,
    failed_sign_ins: ({ count }) => `Failed sign-ins in half an hour: ${count}`,
    books_wrong: ({ rules, frozen }) => `The books do not add up: ${rules} rules broken, ${frozen} wallets frozen`,
    backup_overdue: ({ days }) => `No backup for ${days} days`,
    test: () => 'Test notice',
  },
  bn: {
    order_waiting: ({ count, minutes }) => `${minutes} মিনিটের বেশি অপেক্ষায় থাকা অর্ডার: ${count}টি`,
    wallet_add_large: ({ id, amount }) => `ওয়ালেট যোগ #${id}, ${amount}, অপেক্ষায় আছে`,
    codes_low: ({ names }) => `কোড কমে এসেছে: ${names}`,
    phone_silent: ({ names }) => `পেমেন্টের ফোন নীরব: ${names}`,
    failed_sign_ins: ({ count }) => `আধা ঘণ্টায় ব্যর্থ সাইন-ইন: ${count}টি`,
    books_wrong: ({ rules, frozen }) => `হিসাব মিলছে না: ${rules}টি নিয়ম ভাঙা, ${frozen}টি ওয়ালেট স্থগিত`,
    backup_overdue: ({ days }) => `${days} দিন ধরে ব্যাকআপ নেই`,
    test: () => 'পরীক্ষামূলক বার্তা',
  },
}
