import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { viteNotices } from "../scripts/notices";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const notices = viteNotices("NOTICES.txt");

// Static files that any server can hand out, from any folder.
export default defineConfig({
  root: here("."),
  base: "./",
  publicDir: false,
  build: {
    outDir: here("../build/simulator"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
  },
  plugins: [notices.page],
  worker: { format: "es", plugins: () => [notices.worker] },
});
