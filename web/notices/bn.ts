import type { Texts } from '../ui/text/i18n.ts'

/** /notice and its forms. */
export const texts: Texts = {
  'Create new notice': 'নতুন নোটিশ তৈরি করুন',
  'Edit notice': 'নোটিশ সম্পাদনা',
  'Home notice': 'প্রথম পাতার নোটিশ',
  Notice: 'নোটিশ',
  'Notice created successfully': 'নোটিশ সফলভাবে তৈরি হয়েছে',
  'Notice deleted successfully': 'নোটিশ সফলভাবে মুছে ফেলা হয়েছে',
  'Notice updated successfully': 'নোটিশ সফলভাবে হালনাগাদ হয়েছে',
  'Shown first': 'প্রথমে দেখানো হয়',
  'The newest active notice is the first thing customers see.': 'সবচেয়ে নতুন সক্রিয় নোটিশটি গ্রাহকেরা সবার আগে দেখেন।',
}
