// Bundled as an ES module and as CommonJS; the package stays outside, and each runtime finds it by its name.
import * as slo from "narwhal-slo";
import * as replay from "narwhal-slo/replay";
import { smoke } from "./smoke";

smoke(slo, replay).then((seen) => console.log(JSON.stringify(seen)));
