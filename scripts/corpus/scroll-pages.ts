// Pages whose sections appear on scroll, with npm packages. Each module follows the package's documentation.
import type { ScrollPage } from "./page.ts";
import { cards, images, SECTIONS } from "./scroll-layout.ts";

/** Renders the sections. The card of a section may use its `index`. */
const react = (imports: string, card: string) =>
  `import { mount } from "mount-react";\n${imports}
  mount(Array.from({ length: ${SECTIONS} }, (_, index) => <section key={index}>${card}</section>));`;

const GSAP = `import { gsap } from "gsap"; import { ScrollTrigger } from "gsap/ScrollTrigger";
  gsap.registerPlugin(ScrollTrigger);`;

/** The classes of many packages, with the transitions of the page. */
const HIDDEN =
  "opacity: 0; transform: translateY(80px); transition: opacity 800ms, transform 800ms";
const SHOWN = "opacity: 1; transform: none";
const SEEN = `.card { ${HIDDEN} } .card.seen { ${SHOWN} }`;

const AOS_EFFECTS = ["fade-up", "fade-left", "zoom-in", "flip-up", "slide-up", "fade-down-right"];
const aos = cards((index) => `data-aos="${AOS_EFFECTS[index % AOS_EFFECTS.length]}"`);

const IMAGE = '"/image/" + index + ".svg"';

export const scrollPages: readonly ScrollPage[] = [
  {
    package: "aos",
    version: "2.3.4",
    kind: "defaults, hides again",
    content: "cards",
    html: aos,
    module: 'import AOS from "aos"; import "aos/dist/aos.css"; AOS.init();',
  },
  {
    package: "aos",
    version: "2.3.4",
    kind: "once, slow and delayed",
    content: "cards",
    html: aos,
    module:
      'import AOS from "aos"; import "aos/dist/aos.css"; AOS.init({ once: true, duration: 1200, delay: 300, offset: 200 });',
  },
  {
    package: "scrollreveal",
    version: "4.0.9",
    kind: "defaults",
    content: "cards",
    html: cards(),
    module:
      'import ScrollReveal from "scrollreveal"; ScrollReveal().reveal(".card", { distance: "80px" });',
  },
  {
    package: "scrollreveal",
    version: "4.0.9",
    kind: "reset, viewFactor 0.8",
    content: "cards",
    html: cards(),
    module:
      'import ScrollReveal from "scrollreveal"; ScrollReveal().reveal(".card", { reset: true, viewFactor: 0.8, origin: "left", distance: "30%", duration: 1000, delay: 200 });',
  },
  {
    package: "sal.js",
    version: "0.8.5",
    kind: "threshold 0.5",
    content: "cards",
    html: cards('data-sal="slide-up" data-sal-duration="800" data-sal-easing="ease-out-back"'),
    module: 'import sal from "sal.js"; import "sal.js/dist/sal.css"; sal();',
  },
  {
    package: "sal.js",
    version: "0.8.5",
    kind: "threshold 0.9, hides again",
    content: "cards",
    html: cards('data-sal="zoom-in" data-sal-delay="300" data-sal-duration="1000"'),
    module:
      'import sal from "sal.js"; import "sal.js/dist/sal.css"; sal({ threshold: 0.9, once: false });',
  },
  {
    package: "wowjs",
    version: "1.1.3",
    kind: "with animate.css",
    content: "cards",
    needs: { "animate.css": "4.1.1" },
    html: cards('class="card wow fadeInUp" data-wow-duration="1s" data-wow-delay="0.2s"'),
    module:
      'import { WOW } from "wowjs"; import "animate.css/animate.compat.css"; new WOW().init();',
  },
  {
    package: "wow.js",
    version: "1.2.2",
    kind: "with animate.css",
    content: "cards",
    needs: { "animate.css": "4.1.1" },
    html: cards('class="card wow animate__bounceInLeft"'),
    module:
      'import WOW from "wow.js"; import "animate.css"; new WOW({ animateClass: "animate__animated", offset: 100 }).init();',
  },
  {
    package: "motion",
    version: "14.14.0",
    kind: "whileInView, once",
    content: "cards",
    module: react(
      'import { motion } from "motion/react";',
      '<motion.div className="card" initial={{ opacity: 0, y: 80 }} whileInView={{ opacity: 1, y: 0 }} viewport={{ once: true, amount: 0.8 }} transition={{ duration: 0.8 }}>{index + 1}</motion.div>',
    ),
  },
  {
    package: "motion",
    version: "14.14.0",
    kind: "inView, hides again",
    content: "cards",
    html: cards('style="opacity:0"'),
    module: `import { animate, inView } from "motion";
      inView(".card", (element) => {
        animate(element, { opacity: 1, x: [-100, 0] }, { duration: 0.9, ease: [0.17, 0.55, 0.55, 1] });
        return () => animate(element, { opacity: 0, x: -100 });
      }, { amount: 0.5 });`,
  },
  {
    package: "framer-motion",
    version: "14.14.0",
    kind: "whileInView, hides again",
    content: "cards",
    module: react(
      'import { motion } from "framer-motion";',
      '<motion.div className="card" initial="off" whileInView="on" viewport={{ amount: 0.8 }} variants={{ off: { opacity: 0, scale: 0.8 }, on: { opacity: 1, scale: 1, transition: { type: "spring", bounce: 0.4, duration: 0.8 } } }}>{index + 1}</motion.div>',
    ),
  },
  {
    package: "gsap",
    version: "3.15.0",
    kind: "ScrollTrigger",
    content: "cards",
    html: cards(),
    module: `${GSAP} gsap.utils.toArray(".card").forEach((card) => gsap.from(card, { opacity: 0, y: 100, duration: 1, scrollTrigger: card }));`,
  },
  {
    package: "gsap",
    version: "3.15.0",
    kind: "ScrollTrigger, reverses",
    content: "cards",
    html: cards(),
    module: `${GSAP} gsap.utils.toArray(".card").forEach((card) => gsap.from(card, { autoAlpha: 0, x: -200, duration: 0.8, scrollTrigger: { trigger: card, start: "top 80%", toggleActions: "play none none reverse" } }));`,
  },
  {
    package: "gsap",
    version: "3.15.0",
    kind: "ScrollTrigger, scrub",
    content: "cards",
    html: cards(),
    module: `${GSAP} gsap.utils.toArray(".card").forEach((card) => gsap.from(card, { opacity: 0, y: 100, scrollTrigger: { trigger: card, start: "top bottom", end: "top center", scrub: true } }));`,
  },
  {
    package: "gsap",
    version: "3.15.0",
    kind: "ScrollTrigger.batch",
    content: "cards",
    html: cards(),
    module: `${GSAP} gsap.set(".card", { opacity: 0, y: 60 });
      ScrollTrigger.batch(".card", { onEnter: (batch) => gsap.to(batch, { opacity: 1, y: 0, stagger: 0.15 }), onLeaveBack: (batch) => gsap.to(batch, { opacity: 0, y: 60 }) });`,
  },
  {
    package: "lenis",
    version: "1.3.26",
    kind: "with an IntersectionObserver, 0.9",
    content: "cards",
    css: SEEN,
    html: cards(),
    module: `import Lenis from "lenis"; import "lenis/dist/lenis.css"; new Lenis({ autoRaf: true });
      const observer = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => target.firstElementChild.classList.toggle("seen", isIntersecting)), { threshold: 0.9 });
      document.querySelectorAll("section").forEach((section) => observer.observe(section));`,
  },
  {
    package: "lenis",
    version: "1.3.26",
    kind: "with GSAP ScrollTrigger",
    content: "cards",
    needs: { gsap: "3.15.0" },
    html: cards(),
    module: `${GSAP} import Lenis from "lenis"; import "lenis/dist/lenis.css";
      const lenis = new Lenis(); lenis.on("scroll", ScrollTrigger.update);
      gsap.ticker.add((time) => lenis.raf(time * 1000)); gsap.ticker.lagSmoothing(0);
      gsap.utils.toArray(".card").forEach((card) => gsap.from(card, { opacity: 0, scale: 0.7, duration: 1, scrollTrigger: { trigger: card, toggleActions: "restart none none reset" } }));`,
  },
  {
    package: "locomotive-scroll",
    version: "5.0.1",
    kind: "data-scroll",
    content: "cards",
    css: `.card { ${HIDDEN} } .card.is-inview { ${SHOWN} }`,
    html: cards("data-scroll"),
    module:
      'import LocomotiveScroll from "locomotive-scroll"; import "locomotive-scroll/dist/locomotive-scroll.css"; new LocomotiveScroll();',
  },
  {
    package: "locomotive-scroll",
    version: "5.0.1",
    kind: "data-scroll-repeat",
    content: "cards",
    css: `.card { ${HIDDEN} } .card.is-inview { ${SHOWN} }`,
    html: cards('data-scroll data-scroll-repeat data-scroll-offset="30%, 0"'),
    module:
      'import LocomotiveScroll from "locomotive-scroll"; import "locomotive-scroll/dist/locomotive-scroll.css"; new LocomotiveScroll();',
  },
  {
    package: "react-awesome-reveal",
    version: "4.3.1",
    kind: "Fade, once",
    content: "cards",
    needs: { "@emotion/react": "11.14.0" },
    module: react(
      'import { Fade } from "react-awesome-reveal";',
      '<Fade direction="up" triggerOnce fraction={0.5}><div className="card">{index + 1}</div></Fade>',
    ),
  },
  {
    package: "react-awesome-reveal",
    version: "4.3.1",
    kind: "Zoom and Slide, hide again",
    content: "cards",
    needs: { "@emotion/react": "11.14.0" },
    module: react(
      'import { Slide, Zoom } from "react-awesome-reveal";',
      '{index % 2 ? <Zoom delay={200}><div className="card">{index + 1}</div></Zoom> : <Slide><div className="card">{index + 1}</div></Slide>}',
    ),
  },
  {
    package: "react-reveal",
    version: "1.2.2",
    kind: "Fade",
    content: "cards",
    module: react(
      'import Fade from "react-reveal/Fade";',
      '<Fade bottom><div className="card">{index + 1}</div></Fade>',
    ),
  },
  {
    package: "react-animation-on-scroll",
    version: "5.1.0",
    kind: "animates in and out",
    content: "cards",
    needs: { "animate.css": "4.1.1" },
    module: react(
      'import { AnimationOnScroll } from "react-animation-on-scroll"; import "animate.css/animate.min.css";',
      '<AnimationOnScroll animateIn="animate__fadeInUp" animateOut="animate__fadeOut"><div className="card">{index + 1}</div></AnimationOnScroll>',
    ),
  },
  {
    package: "react-animate-on-scroll",
    version: "2.1.9",
    kind: "fadeIn",
    content: "cards",
    needs: { "animate.css": "4.1.1" },
    module: react(
      'import ScrollAnimation from "react-animate-on-scroll"; import "animate.css/animate.compat.css";',
      '<ScrollAnimation animateIn="fadeIn"><div className="card">{index + 1}</div></ScrollAnimation>',
    ),
  },
  {
    package: "react-intersection-observer",
    version: "11.0.1",
    kind: "useInView, threshold 0.9",
    content: "cards",
    css: SEEN,
    module: `import { useInView } from "react-intersection-observer";
      const Card = ({ children }) => { const { ref, inView } = useInView({ threshold: 0.9 }); return <div ref={ref}><div className={inView ? "card seen" : "card"}>{children}</div></div>; };
      ${react("", "<Card>{index + 1}</Card>")}`,
  },
  {
    package: "@vueuse/motion",
    version: "3.0.3",
    kind: "v-motion-slide-visible-bottom",
    content: "cards",
    module: `import { mount } from "mount-vue"; import { MotionPlugin } from "@vueuse/motion";
      mount({ template: '<section v-for="n in ${SECTIONS}" :key="n"><div class="card" v-motion-slide-visible-bottom>{{ n }}</div></section>' }, MotionPlugin);`,
  },
  {
    package: "animejs",
    version: "4.5.0",
    kind: "onScroll",
    content: "cards",
    html: cards(),
    module: `import { animate, onScroll } from "animejs";
      document.querySelectorAll(".card").forEach((card) => animate(card, { opacity: [0, 1], translateY: ["80px", "0px"], duration: 800, autoplay: onScroll({ target: card.parentElement }) }));`,
  },
  {
    package: "scroll-out",
    version: "2.2.12",
    kind: "data-scroll",
    content: "cards",
    css: `.card[data-scroll="out"] { ${HIDDEN} } .card[data-scroll="in"] { ${SHOWN}; transition: opacity 800ms, transform 800ms }`,
    html: cards("data-scroll"),
    module: 'import ScrollOut from "scroll-out"; ScrollOut({ threshold: 0.5 });',
  },
  {
    package: "scrollmagic",
    version: "2.0.9",
    kind: "setClassToggle",
    content: "cards",
    css: SEEN,
    html: cards(),
    module: `import ScrollMagic from "scrollmagic"; const controller = new ScrollMagic.Controller();
      document.querySelectorAll("section").forEach((section) => new ScrollMagic.Scene({ triggerElement: section, triggerHook: 0.8 }).setClassToggle(section.firstElementChild, "seen").addTo(controller));`,
  },
  {
    package: "waypoints",
    version: "4.0.1",
    kind: "toggles a class at 75 %",
    content: "cards",
    css: SEEN,
    html: cards(),
    module: `import "waypoints/lib/noframework.waypoints.js";
      document.querySelectorAll("section").forEach((section) => new Waypoint({ element: section, offset: "75%", handler: (direction) => section.firstElementChild.classList.toggle("seen", direction === "down") }));`,
  },
  {
    package: "in-view",
    version: "0.6.1",
    kind: "enter and exit",
    content: "cards",
    css: SEEN,
    html: cards(),
    module: `import inView from "in-view"; inView.offset(100);
      inView("section").on("enter", (section) => section.firstElementChild.classList.add("seen")).on("exit", (section) => section.firstElementChild.classList.remove("seen"));`,
  },
  {
    package: "lax.js",
    version: "2.0.3",
    kind: "opacity follows the position",
    content: "cards",
    html: cards(),
    module: `import lax from "lax.js"; lax.init(); lax.addDriver("scrollY", () => window.scrollY);
      lax.addElements(".card", { scrollY: { opacity: [["elInY", "elCenterY"], [0, 1]] } });`,
  },
  {
    package: "lazysizes",
    version: "5.3.2",
    kind: "img, fades in",
    content: "images",
    css: ".lazyload, .lazyloading { opacity: 0 } .lazyloaded { opacity: 1; transition: opacity 500ms }",
    html: images('<img class="image lazyload" data-src="ADDRESS">'),
    module: 'import "lazysizes";',
  },
  {
    package: "lazysizes",
    version: "5.3.2",
    kind: "background",
    content: "images",
    html: images('<div class="image lazyload" data-bg="ADDRESS"></div>'),
    module: 'import "lazysizes/plugins/unveilhooks/ls.unveilhooks"; import "lazysizes";',
  },
  {
    package: "vanilla-lazyload",
    version: "19.1.3",
    kind: "img",
    content: "images",
    html: images('<img class="image lazy" data-src="ADDRESS">'),
    module: 'import LazyLoad from "vanilla-lazyload"; new LazyLoad();',
  },
  {
    package: "vanilla-lazyload",
    version: "19.1.3",
    kind: "background",
    content: "images",
    html: images('<div class="image lazy" data-bg="ADDRESS"></div>'),
    module: 'import LazyLoad from "vanilla-lazyload"; new LazyLoad();',
  },
  {
    package: "lozad",
    version: "1.16.0",
    kind: "img",
    content: "images",
    html: images('<img class="image lozad" data-src="ADDRESS">'),
    module: 'import lozad from "lozad"; lozad().observe();',
  },
  {
    package: "react-lazy-load-image-component",
    version: "1.6.3",
    kind: "opacity effect",
    content: "images",
    module: react(
      'import { LazyLoadImage } from "react-lazy-load-image-component"; import "react-lazy-load-image-component/src/effects/opacity.css";',
      `<LazyLoadImage className="image" effect="opacity" src={${IMAGE}} wrapperProps={{ style: { display: "block" } }} />`,
    ),
  },
  {
    package: "vue-lazyload",
    version: "3.0.0",
    kind: "v-lazy",
    content: "images",
    module: `import { mount } from "mount-vue"; import VueLazyload from "vue-lazyload";
      mount({ template: '<section v-for="n in ${SECTIONS}" :key="n"><img class="image" v-lazy="\`/image/\${n - 1}.svg\`"></section>' }, VueLazyload);`,
  },
];
