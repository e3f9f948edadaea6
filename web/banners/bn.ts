import type { Texts } from '../ui/text/i18n.ts'

/** /banner and its forms. */
export const texts: Texts = {
  Banner: 'ব্যানার',
  'Banner created successfully': 'ব্যানার সফলভাবে তৈরি হয়েছে',
  'Banner deleted successfully': 'ব্যানার সফলভাবে মুছে ফেলা হয়েছে',
  'Banner image': 'ব্যানারের ছবি',
  'Banner updated successfully': 'ব্যানার সফলভাবে হালনাগাদ হয়েছে',
  'Create new banner': 'নতুন ব্যানার তৈরি করুন',
  'Edit banner': 'ব্যানার সম্পাদনা',
}
