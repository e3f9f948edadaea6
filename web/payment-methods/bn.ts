import type { Texts } from '../ui/text/i18n.ts'

/** /payment-method and its forms. */
export const texts: Texts = {
  '1 or active: shown to customers. Anything else: hidden.': '1 বা active: গ্রাহকেরা দেখেন। অন্য কিছু: দেখেন না।',
  'Copied Information:: {{info}}': 'তথ্য কপি হয়েছে:: {{info}}',
  'Create new payment method': 'নতুন পেমেন্ট মেথড তৈরি করুন',
  'Edit payment method': 'পেমেন্ট মেথড সম্পাদনা',
  'For customers': 'গ্রাহকদের জন্য',
  'Payment Method': 'পেমেন্ট মেথড',
  'Payment method': 'পেমেন্ট মেথড',
  'Payment method created successfully': 'পেমেন্ট মেথড সফলভাবে তৈরি হয়েছে',
  'Payment method deleted successfully': 'পেমেন্ট মেথড সফলভাবে মুছে ফেলা হয়েছে',
  'Payment method updated successfully': 'পেমেন্ট মেথড সফলভাবে হালনাগাদ হয়েছে',
  'The number that customers pay to.': 'যে নম্বরে গ্রাহকেরা টাকা পাঠান।',
}
