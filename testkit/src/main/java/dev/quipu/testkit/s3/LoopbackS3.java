package dev.quipu.testkit.s3;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;

/// The main class of the server's process: starts S3Mock as its own main class does, but has it
/// listen on the loopback interface, and ends it when the JVM that started it is gone.
///
/// By reflection, since the server's libraries are on the class path of that process only.
final class LoopbackS3 {

  static final String LISTENING = "listening on ";

  private static final String APPLICATION = "com.adobe.testing.s3mock.S3MockApplication";
  private static final String BUILDER = "org.springframework.boot.builder.SpringApplicationBuilder";
  private static final String INITIALIZER =
      "org.springframework.context.ApplicationContextInitializer";
  private static final String POST_PROCESSOR =
      "org.springframework.beans.factory.config.BeanPostProcessor";
  private static final String CONTEXT =
      "org.springframework.context.ConfigurableApplicationContext";
  private static final String BEANS =
      "org.springframework.beans.factory.config.ConfigurableBeanFactory";

  private LoopbackS3() {}

  /// Starts the server, says its port, and waits for the end of the input.
  ///
  /// @param arguments the folder for what it keeps, and the bucket that is there from the start
  public static void main(String... arguments) throws ReflectiveOperationException, IOException {
    var application = type(APPLICATION);
    var builder =
        type(BUILDER)
            .getConstructor(Class[].class)
            .newInstance((Object) new Class<?>[] {application});
    type(BUILDER)
        .getMethod("initializers", type(INITIALIZER).arrayType())
        .invoke(builder, bindingToLoopback());
    type(BUILDER)
        .getMethod("properties", Map.class)
        .invoke(
            builder,
            Map.of(
                "server.address",
                "127.0.0.1",
                "server.port",
                0,
                "server.ssl.enabled",
                false,
                "http.port",
                0,
                "logging.level.root",
                "WARN",
                "spring.main.banner-mode",
                "off",
                "com.adobe.testing.s3mock.store.root",
                arguments[0],
                "com.adobe.testing.s3mock.store.initial-buckets",
                arguments[1]));
    var context =
        type(BUILDER).getMethod("run", String[].class).invoke(builder, (Object) new String[0]);
    var started = type(CONTEXT).getMethod("getBean", Class.class).invoke(context, application);
    System.out.println(LISTENING + application.getMethod("getHttpPort").invoke(started));
    while (System.in.read() >= 0) {
      // Nobody says anything: this ends when the other end of the pipe does.
    }
    type(CONTEXT).getMethod("close").invoke(context);
    remove(Path.of(arguments[0]));
    System.exit(0);
  }

  private static void remove(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (NoSuchFileException e) {
      // The server has removed it itself.
    }
  }

  /// Its connector for plain HTTP is made in code that no setting reaches.
  private static Object bindingToLoopback() throws ReflectiveOperationException {
    var binding =
        proxy(
            POST_PROCESSOR,
            (_, method, arguments) -> {
              if (method.getName().startsWith("post") && "httpConnector".equals(arguments[1])) {
                arguments[0]
                    .getClass()
                    .getMethod("setProperty", String.class, String.class)
                    .invoke(arguments[0], "address", "127.0.0.1");
              }
              return method.getName().startsWith("post") ? arguments[0] : null;
            });
    var initializer =
        proxy(
            INITIALIZER,
            (_, _, arguments) -> {
              var beans = type(CONTEXT).getMethod("getBeanFactory").invoke(arguments[0]);
              type(BEANS)
                  .getMethod("addBeanPostProcessor", type(POST_PROCESSOR))
                  .invoke(beans, binding);
              return null;
            });
    var initializers = Array.newInstance(type(INITIALIZER), 1);
    Array.set(initializers, 0, initializer);
    return initializers;
  }

  private static Object proxy(String name, InvocationHandler handler)
      throws ClassNotFoundException {
    return Proxy.newProxyInstance(
        LoopbackS3.class.getClassLoader(),
        new Class<?>[] {type(name)},
        (self, method, arguments) ->
            method.getDeclaringClass() == Object.class
                ? method.invoke(handler, arguments) // somebody puts it into a set
                : handler.invoke(self, method, arguments));
  }

  private static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name);
  }
}
