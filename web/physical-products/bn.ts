import type { Texts } from '../ui/text/i18n.ts'

/** /physical-product and its forms. */
export const texts: Texts = {
  'Create new physical product': 'নতুন ফিজিক্যাল পণ্য তৈরি করুন',
  'Edit physical product': 'ফিজিক্যাল পণ্য সম্পাদনা',
  'Physical Product': 'ফিজিক্যাল পণ্য',
  Quantity: 'সংখ্যা',
  'Quantity movements': 'সংখ্যার ওঠানামা',
  'Regular price': 'নিয়মিত দাম',
  'Sale price': 'বিক্রির দাম',
  'The sale price is above the regular price': 'বিক্রির দাম নিয়মিত দামের চেয়ে বেশি',
}
