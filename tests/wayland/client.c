/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A window that says what it receives, a line for each thing. A right button opens a menu. */

#include <gtk/gtk.h>
#include <locale.h>

static const char *
tool_name (GdkEvent *event)
{
  GdkDeviceTool *tool = gdk_event_get_device_tool (event);

  if (tool == NULL)
    return "none";
  if (gdk_device_tool_get_tool_type (tool) == GDK_DEVICE_TOOL_TYPE_ERASER)
    return "eraser";
  return (gdk_device_tool_get_axes (tool) & GDK_AXIS_FLAG_PRESSURE) != 0 ? "pen" : "plain";
}

/* Of a tool only: GTK 4.8 reads the axes of a mouse's button where there are none. */
static void
say_axis (GdkEvent *event, GdkAxisUse axis, const char *name)
{
  double value;

  if (gdk_event_get_device_tool (event) != NULL && gdk_event_get_axis (event, axis, &value))
    g_print (" %s %.3f", name, value);
}

static void
say_history (GdkEvent *event)
{
  guint n = 0;
  g_autofree GdkTimeCoord *history = gdk_event_get_history (event, &n);

  if (history == NULL)
    return;
  g_print (" after");
  for (guint i = 0; i < n; i++)
    g_print (" %.3f", history[i].axes[GDK_AXIS_PRESSURE]);
}

static const char *
name_of (GdkEvent *event)
{
  switch (gdk_event_get_event_type (event)) {
  case GDK_MOTION_NOTIFY:
    return "motion";
  case GDK_BUTTON_PRESS:
    return "press";
  case GDK_BUTTON_RELEASE:
    return "release";
  case GDK_PROXIMITY_IN:
    return "near";
  case GDK_PROXIMITY_OUT:
    return "away";
  case GDK_TOUCH_BEGIN:
    return "touch";
  case GDK_TOUCH_UPDATE:
    return "touch-motion";
  case GDK_TOUCH_END:
    return "touch-end";
  case GDK_TOUCH_CANCEL:
    return "touch-cancel";
  default:
    return NULL;
  }
}

static gboolean
event_cb (GtkEventControllerLegacy *controller, GdkEvent *event)
{
  GtkWidget *area = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  const char *name = name_of (event);
  double x = 0, y = 0;

  if (name == NULL)
    return FALSE;
  gdk_event_get_position (event, &x, &y);
  g_print ("%s %s at %.1f %.1f", name, tool_name (event), x, y);
  if (gdk_event_get_event_type (event) == GDK_BUTTON_PRESS)
    g_print (" button %u", gdk_button_event_get_button (event));
  say_axis (event, GDK_AXIS_PRESSURE, "pressure");
  say_axis (event, GDK_AXIS_XTILT, "tilt");
  say_axis (event, GDK_AXIS_ROTATION, "rotation");
  if (gdk_event_get_event_type (event) == GDK_MOTION_NOTIFY)
    say_history (event);
  g_print ("\n");
  gtk_widget_queue_draw (area);
  return FALSE;
}

static gboolean
key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state)
{
  g_print ("key %s%s%s\n", (state & GDK_CONTROL_MASK) != 0 ? "ctrl+" : "",
           (state & GDK_ALT_MASK) != 0 ? "alt+" : "", gdk_keyval_name (key));
  return FALSE;
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller, double x, double y)
{
  g_print ("scroll %.1f %.1f\n", x, y);
  return FALSE;
}

static void
resize_cb (GtkDrawingArea *area, int width, int height)
{
  static int last_width, last_height;

  if (width != last_width || height != last_height)
    g_print ("size %d %d scale %d\n", width, height,
             gtk_widget_get_scale_factor (GTK_WIDGET (area)));
  last_width = width;
  last_height = height;
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  cairo_set_source_rgb (cr, 1, 0, 0);
  cairo_rectangle (cr, 0, 0, width / 2.0, height);
  cairo_fill (cr);
}

static void
chosen_cb (GtkButton *button)
{
  g_print ("chosen\n");
  gtk_popover_popdown (
      GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_POPOVER)));
}

static void
menu_cb (GtkGestureClick *gesture, int n, double x, double y, GtkPopover *popover)
{
  gtk_popover_set_pointing_to (popover, &(GdkRectangle){(int)x, (int)y, 1, 1});
  gtk_popover_popup (popover);
}

static void
add_menu (GtkWidget *area)
{
  GtkWidget *popover = gtk_popover_new (), *button = gtk_button_new_with_label ("Choose");
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (button, "clicked", G_CALLBACK (chosen_cb), NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), button);
  gtk_widget_set_parent (popover, area);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (menu_cb), popover);
  g_signal_connect_swapped (area, "destroy", G_CALLBACK (gtk_widget_unparent), popover);
  gtk_widget_add_controller (area, GTK_EVENT_CONTROLLER (click));
}

static void
add_controllers (GtkWidget *area)
{
  GtkEventController *events = gtk_event_controller_legacy_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  g_signal_connect (events, "event", G_CALLBACK (event_cb), NULL);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), NULL);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), NULL);
  gtk_widget_add_controller (area, events);
  gtk_widget_add_controller (area, keys);
  gtk_widget_add_controller (area, scroll);
}

static gboolean
close_cb (GMainLoop *loop)
{
  g_print ("closed\n");
  g_main_loop_quit (loop);
  return FALSE;
}

int
main (void)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  GtkWidget *window, *area;

  gtk_init ();
  setlocale (LC_NUMERIC, "C");
  window = gtk_window_new ();
  area = gtk_drawing_area_new ();
  gtk_widget_set_focusable (area, TRUE);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_cb, NULL, NULL);
  g_signal_connect (area, "resize", G_CALLBACK (resize_cb), NULL);
  g_signal_connect_swapped (window, "close-request", G_CALLBACK (close_cb), loop);
  add_controllers (area);
  add_menu (area);
  gtk_window_set_title (GTK_WINDOW (window), "What comes in");
  /* No header: the area's places are the output's. */
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_child (GTK_WINDOW (window), area);
  gtk_widget_grab_focus (area);
  gtk_window_present (GTK_WINDOW (window));
  g_main_loop_run (loop);
  return 0;
}
