import DefaultTheme from 'vitepress/theme-without-fonts';
import type { Theme } from 'vitepress';
import ApiReference from './ApiReference.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component('ApiReference', ApiReference),
} satisfies Theme;
