import type { Texts } from '../ui/text/i18n.ts'

/** /payment-method and its forms. */
export const texts: Texts = {
  'Copied Information:: {{info}}': 'তথ্য কপি হয়েছে:: {{info}}',
  'Create new payment method': 'নতুন পেমেন্ট মেথড তৈরি করুন',
  'Customers see it now. Any text but 1 or active hides it.': 'গ্রাহকেরা এখন দেখছেন। 1 বা active ছাড়া অন্য কিছু লিখলে দেখবেন না।',
  'Edit payment method': 'পেমেন্ট মেথড সম্পাদনা',
  'For customers': 'গ্রাহকদের জন্য',
  'Hidden from customers. 1 or active shows it.': 'গ্রাহকেরা দেখছেন না। 1 বা active লিখলে দেখবেন।',
  'Hide from customers': 'গ্রাহকদের থেকে লুকান',
  'Payment Method': 'পেমেন্ট মেথড',
  'Payment method': 'পেমেন্ট মেথড',
  'Payment method created successfully': 'পেমেন্ট মেথড সফলভাবে তৈরি হয়েছে',
  'Payment method deleted successfully': 'পেমেন্ট মেথড সফলভাবে মুছে ফেলা হয়েছে',
  'Payment method updated successfully': 'পেমেন্ট মেথড সফলভাবে হালনাগাদ হয়েছে',
  'Show to customers': 'গ্রাহকদের দেখান',
  'The number that customers pay to.': 'যে নম্বরে গ্রাহকেরা টাকা পাঠান।',
}
